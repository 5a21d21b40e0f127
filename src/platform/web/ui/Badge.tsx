import clsx from 'clsx';
import type { ReactNode } from 'react';
import { toneClass, type Tone } from './tones.ts';

type BadgeProps = { tone?: Tone; icon?: ReactNode; className?: string; children: ReactNode };

/** A small label: a role, a department, a count. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex w-fit items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0',
        toneClass[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
