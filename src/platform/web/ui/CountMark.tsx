import type { ReactNode } from 'react';

/** A count at the corner of an icon button, whose accessible name includes it. */
export function CountMark({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="tabular absolute top-0 right-0 min-w-4.5 rounded-full bg-danger-solid px-1 text-center text-[0.6875rem]/4.5 font-semibold text-on-danger"
    >
      {children}
    </span>
  );
}
