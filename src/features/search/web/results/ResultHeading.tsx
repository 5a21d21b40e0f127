import { formatTotal } from '#platform/web/format.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

/** The number of results, announced to screen readers. */
export function ResultHeading({ total }: { total: number | undefined }) {
  return (
    <div role="status" className="mb-3 min-h-6">
      {total === undefined ? (
        <>
          <span className="sr-only">Searching</span>
          <Skeleton className="h-6 w-28" />
        </>
      ) : (
        <h2 className="font-semibold">{`${formatTotal(total)} ${total === 1 ? 'result' : 'results'}`}</h2>
      )}
    </div>
  );
}
