import clsx from 'clsx';
import { Download, ExternalLink } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import type { Resource } from '#features/resources/web/queries.ts';

type DownloadLinkProps = { resource: Resource; linkLabel: string; className?: string };

/** Opens a resource in a new tab, which downloads a file or follows a link. */
export function DownloadLink({ resource, linkLabel, className }: DownloadLinkProps) {
  const { title, kind, fileUrl } = resource;
  const Icon = kind === 'file' ? Download : ExternalLink;
  return (
    <a
      href={fileUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={clsx(buttonClass({ variant: 'ghost', size: 'sm' }), className)}
    >
      <Icon aria-hidden />
      <span>
        {kind === 'file' ? 'Download' : linkLabel}
        <span className="sr-only"> {title}</span>
      </span>
    </a>
  );
}
