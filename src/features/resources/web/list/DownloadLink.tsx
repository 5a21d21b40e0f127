import clsx from 'clsx';
import { Download, ExternalLink } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import type { Resource } from '#features/resources/web/queries.ts';

/** Opens a resource in a new tab: a file is saved there, a link goes where it leads. */
export function DownloadLink({ resource, className }: { resource: Resource; className?: string }) {
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
        Download<span className="sr-only"> {title}</span>
      </span>
    </a>
  );
}
