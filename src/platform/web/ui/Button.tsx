import clsx from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonLook } from './buttonClass.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: ReactNode;
    /** In progress: shows a spinner and ignores clicks; keeps the focus. */
    pending?: boolean;
    /** The label while pending, such as 'Adding...'. The button's width fits both labels. */
    pendingLabel?: string;
  };

/** A button; it submits a form only with `type="submit"`. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, pending, pendingLabel, className, children, onClick, ...rest } = props;
  function press(event: MouseEvent<HTMLButtonElement>) {
    // Not disabled, which would lose the focus.
    if (pending) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={press}
      className={clsx(buttonClass({ variant, size }), className)}
    >
      {pendingLabel === undefined ? (
        <PlainContent pending={pending} icon={icon}>
          {children}
        </PlainContent>
      ) : (
        <span className="grid *:col-start-1 *:row-start-1 *:inline-flex *:items-center *:justify-center *:gap-2">
          <span className={clsx(pending && 'invisible')} aria-hidden={pending}>
            {icon}
            {children}
          </span>
          <span className={clsx(!pending && 'invisible')} aria-hidden={!pending}>
            <Spinner />
            {pendingLabel}
          </span>
        </span>
      )}
    </button>
  );
}

type PlainContentProps = Pick<ButtonProps, 'pending' | 'icon' | 'children'>;

function PlainContent({ pending, icon, children }: PlainContentProps) {
  if (icon) {
    return (
      <>
        {pending ? <Spinner /> : icon}
        {children}
      </>
    );
  }
  return (
    <span className="relative inline-flex items-center gap-2">
      <span className={clsx('inline-flex items-center gap-2', pending && 'opacity-0')}>{children}</span>
      {pending && (
        <span className="absolute inset-0 flex items-center justify-center">
          <Spinner />
        </span>
      )}
    </span>
  );
}
