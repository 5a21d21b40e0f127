import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

/** As tall as the screen, because what follows is not rendered before the day has loaded. */
export function DaySkeleton({ isBelowClock = false }: { isBelowClock?: boolean }) {
  return (
    <div role="status" aria-label="Loading your day" className="grid min-h-[70vh] content-start gap-6">
      {!isBelowClock && <Skeleton className="h-28" />}
      <Skeleton className="h-72" />
    </div>
  );
}
