import clsx from 'clsx';

/** A grey stand-in with the size (given by className) of what is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-md bg-neutral', className)} />;
}

/** Stand-ins for lines of text. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden className={clsx('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={clsx('h-4', line === lines - 1 && lines > 1 && 'w-2/3')} />
      ))}
    </div>
  );
}
