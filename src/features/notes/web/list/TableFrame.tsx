import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The surface behind a table on wide screens; on phones the cards have their own. */
export function TableFrame({ empty, children }: { empty: boolean; children: ReactNode }) {
  return (
    <div
      className={clsx(
        empty
          ? 'rounded-md border border-line bg-surface'
          : 'sm:rounded-md sm:border sm:border-line sm:bg-surface sm:shadow-raised',
      )}
    >
      {children}
    </div>
  );
}
