import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';

/** A placeholder of the forecast's height while its code or data loads. */
export function ForecastSkeleton() {
  return (
    <div role="status" aria-label="Loading the forecast">
      <SkeletonText lines={2} className="mb-3" />
      <Skeleton className="h-52" />
    </div>
  );
}
