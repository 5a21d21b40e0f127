import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

/** Rendered while the code of a screen is loading. */
export function Pending() {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <p className="sr-only">Loading</p>
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </div>
  );
}
