import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass } from './buttonClass.ts';
import type { ButtonLook } from './buttonClass.ts';
import { CountMark } from './CountMark.tsx';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './Tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> &
  ButtonLook & {
    /** The accessible name, shown as the tooltip as well. */
    label: string;
    icon: ReactNode;
    pending?: boolean;
    /** A small mark at the corner, such as a count. */
    mark?: ReactNode;
  };

/** A button with a picture alone; its label is never missing. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'ghost', size, pending, mark, className, onClick, ...rest } = props;
  return (
    <Tooltip content={label} describes={false}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-disabled={pending || rest['aria-disabled']}
        onClick={pending ? undefined : onClick}
        className={clsx(buttonClass({ variant, size, shape: 'icon' }), 'relative', className)}
      >
        {pending ? <Spinner /> : icon}
        {mark !== undefined && <CountMark>{mark}</CountMark>}
      </button>
    </Tooltip>
  );
}
