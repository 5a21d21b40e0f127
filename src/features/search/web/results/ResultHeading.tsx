import { formatCount, formatTotal } from '#platform/web/format.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { MOST_FOUND } from '#features/search/rules.ts';

type ResultHeadingProps = { total: number | undefined; byWords: boolean };

/** How many notes were found, said to screen readers when they are there. */
export function ResultHeading({ total, byWords }: ResultHeadingProps) {
  const capped = byWords && total === MOST_FOUND;
  return (
    <div role="status" className="mb-3 min-h-6">
      {total === undefined ? (
        <>
          <span className="sr-only">Searching</span>
          <Skeleton className="h-6 w-28" />
        </>
      ) : (
        <>
          <h2 className="font-semibold">{`${formatTotal(total)} ${total === 1 ? 'result' : 'results'}`}</h2>
          {capped && (
            <p className="text-sm text-muted">
              {`The best of the newest ${formatCount(MOST_FOUND)} are shown. One more word or filter shows what you are looking for.`}
            </p>
          )}
        </>
      )}
    </div>
  );
}
