import clsx from 'clsx';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldNotes } from './Field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** Yes or no. The words are part of the target. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={clsx('flex flex-col gap-1', className)}>
      <label className="flex w-fit cursor-pointer items-start gap-3 py-1 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          {...rest}
          type="checkbox"
          aria-describedby={clsx(hint !== undefined && `${id}-hint`, error && `${id}-error`) || undefined}
          aria-invalid={Boolean(error) || undefined}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent sm:size-4.5"
        />
        <span className="text-base sm:text-sm">{label}</span>
      </label>
      <div className="pl-8">
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
    </div>
  );
}
