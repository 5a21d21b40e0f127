import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The main action of a screen: fixed to the bottom on phones, a normal row from 640 px. */
export function BottomBar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-bottom-bar
      className={clsx(
        'sticky bottom-0 z-20 -mx-4 print:hidden mt-6 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:flex-1',
        'sm:static sm:mx-0 sm:justify-end sm:border-0 sm:bg-transparent sm:px-0 sm:pb-0',
        className,
      )}
    >
      {children}
    </div>
  );
}
