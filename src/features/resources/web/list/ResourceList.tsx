import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useResources } from '#features/resources/web/queries.ts';
import { ResourceItem } from './ResourceItem.tsx';

type ResourceListProps = {
  timeZone: string;
  /** Limits the list to the newest; if omitted, all are listed with their descriptions. */
  most?: number;
};

const SKELETON_ROWS = [0, 1, 2];

/** Active resources, newest first, with loading, empty and error states. */
export function ResourceList({ timeZone, most }: ResourceListProps) {
  const resources = useResources();
  if (resources.isPending) {
    return (
      <div role="status" aria-label="Loading resources" className="divide-y divide-line">
        {SKELETON_ROWS.map((row) => (
          <div key={row} className="flex flex-col gap-2 py-2.5 first:pt-0 last:pb-0">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        ))}
      </div>
    );
  }
  if (resources.isError) {
    return <QueryError title="Couldn't load resources" query={resources} />;
  }
  if (resources.data.length === 0) return <p className="text-sm text-muted">No resources available yet.</p>;
  return (
    <ul aria-label="Resources" className="divide-y divide-line">
      {resources.data.slice(0, most).map((resource) => (
        <ResourceItem key={resource.id} resource={resource} timeZone={timeZone} whole={most === undefined} />
      ))}
    </ul>
  );
}
