import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass } from './buttonClass.ts';
import type { ButtonLook } from './buttonClass.ts';
import { Spinner } from './Spinner.tsx';
import { Tooltip } from './Tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> &
  ButtonLook & {
    /** What it does, said to screen readers and shown as its tooltip. */
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
        {mark !== undefined && (
          <span
            aria-hidden
            className="tabular absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full bg-danger-solid px-1 text-center text-[0.6875rem]/4.5 font-semibold text-on-danger"
          >
            {mark}
          </span>
        )}
      </button>
    </Tooltip>
  );
}
