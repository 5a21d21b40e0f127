import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './buttonClass.ts';
import { CountMark } from './CountMark.tsx';
import { Spinner } from './Spinner.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> &
  ButtonLook & {
    /** The accessible name, also shown as the tooltip. */
    label: string;
    icon: ReactNode;
    pending?: boolean;
    /** A small mark in the corner, such as a count. */
    mark?: ReactNode;
  };

/** A button with an icon only. Its label is the accessible name and the tooltip. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'ghost', size, pending, mark, className, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      data-tooltip
      aria-label={label}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={pending ? undefined : onClick}
      className={clsx(buttonClass({ variant, size, shape: 'icon' }), 'relative', className)}
    >
      {pending ? <Spinner /> : icon}
      {mark !== undefined && <CountMark>{mark}</CountMark>}
    </button>
  );
}
