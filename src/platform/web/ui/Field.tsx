import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useId, useMemo, type ReactNode } from 'react';
import { FieldComment } from './FieldComment.tsx';
import { FieldContext } from './fieldContext.ts';

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Comment of another user about the field. */
  comment?: string | undefined;
  required?: boolean;
  /** Shows '(optional)' after the label. */
  optional?: boolean;
  counter?: { used: number; limit: number };
  hideLabel?: boolean;
  className?: string;
  /** One control of the kit. */
  children: ReactNode;
};

/** A labeled control with its hint and error. */
export function Field(props: FieldProps) {
  const { label, hint, error, comment, required = false, optional, counter, hideLabel } = props;
  const id = useId();
  const described =
    clsx(comment && `${id}-comment`, hint !== undefined && `${id}-hint`, error && `${id}-error`) || undefined;
  const links = useMemo(
    () => ({ id, describedBy: described, invalid: Boolean(error), required }),
    [id, described, error, required],
  );
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', props.className)}>
      <label htmlFor={id} className={clsx('text-sm font-medium', hideLabel && 'sr-only')}>
        {label}
        {required && (
          <span aria-hidden className="ml-0.5 text-danger-ink">
            *
          </span>
        )}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      <FieldContext value={links}>{props.children}</FieldContext>
      {comment && <FieldComment id={`${id}-comment`}>{comment}</FieldComment>}
      <FieldNotes id={id} hint={hint} error={error} counter={counter} />
    </div>
  );
}

type FieldNotesProps = Pick<FieldProps, 'hint' | 'error' | 'counter'> & { id: string };

/** Hint, counter and error under a control. */
export function FieldNotes({ id, hint, error, counter }: FieldNotesProps) {
  return (
    <>
      {(hint !== undefined || counter !== undefined) && (
        <div className="flex justify-between gap-3 text-sm text-muted">
          <span id={`${id}-hint`}>{hint}</span>
          {counter && <Counter {...counter} />}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-sm text-danger-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </>
  );
}

/** The characters used of the limit; announced only near it. */
function Counter({ used, limit }: { used: number; limit: number }) {
  const left = limit - used;
  return (
    <span className={clsx('tabular shrink-0', left < 0 && 'font-medium text-danger-ink')}>
      <span aria-hidden>
        {used} / {limit}
      </span>
      <span role="status" className="sr-only">
        {left < 0 && `${-left} characters too many`}
        {left >= 0 && left <= 20 && `${left} characters left`}
      </span>
    </span>
  );
}
