import type { ComponentProps } from 'react';

/** A link that downloads a document, and names the characters that it shows as codes. */
export function DownloadLink({ href, children, ...props }: ComponentProps<'a'> & { href: string }) {
  return (
    <a
      {...props}
      href={href}
      download
      onClick={(event) => {
        event.preventDefault();
        void download(href);
      }}
    >
      {children}
    </a>
  );
}

const download = async (href: string) => (await import('#platform/web/downloadFile.ts')).downloadFile(href);
