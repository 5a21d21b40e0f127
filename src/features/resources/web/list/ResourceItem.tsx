import { Link } from '@tanstack/react-router';
import { formatDate } from '#platform/web/format.ts';
import { formatFileSize } from '#platform/web/numberFormat.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { accessLabels, categoryLabels } from '#features/resources/rules.ts';
import type { Resource } from '#features/resources/web/queries.ts';
import { DownloadLink } from './DownloadLink.tsx';

type ResourceItemProps = { resource: Resource; timeZone: string; whole?: boolean };

const titleClass =
  'font-medium wrap-anywhere text-accent-ink hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

/** A resource in a list. Its title links to the form for managers, and to the resource itself for others. */
export function ResourceItem({ resource, timeZone, whole = false }: ResourceItemProps) {
  const { id, title, description, accessLevel, can } = resource;
  return (
    <li className="flex items-start gap-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {can.edit ? (
            <Link to="/management" search={{ view: 'resources', resource: id }} className={titleClass}>
              {title}
            </Link>
          ) : (
            <a href={resource.fileUrl} target="_blank" rel="noopener noreferrer" className={titleClass}>
              {title}
            </a>
          )}
          {accessLevel !== 'all' && <Badge>{accessLabels[accessLevel]}</Badge>}
        </div>
        {whole && description && <p className="text-sm wrap-anywhere">{description}</p>}
        <p className="text-sm wrap-anywhere text-muted">{describeResource(resource, timeZone)}</p>
      </div>
      <DownloadLink resource={resource} linkLabel={whole ? 'Open link' : 'Download'} className="-mr-2" />
    </li>
  );
}

function describeResource(
  { category, fileSize, fileUrl, uploadedByName, createdAt }: Resource,
  timeZone: string,
): string {
  const where = fileSize === null ? URL.parse(fileUrl)?.hostname : formatFileSize(fileSize);
  return [categoryLabels[category], where, uploadedByName, formatDate(createdAt, timeZone)]
    .filter(Boolean)
    .join(' · ');
}
