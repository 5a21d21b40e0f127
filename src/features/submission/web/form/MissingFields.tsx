import clsx from 'clsx';
import { useFormState } from 'react-hook-form';
import { plural } from '#platform/web/format.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';

/** The number of missing or invalid fields after a failed submit. */
export function MissingFields({ className }: { className: string }) {
  const { errors, submitCount } = useFormState<NoteValues>();
  const count = submitCount === 0 ? 0 : Object.keys(errors).length;
  return (
    // Always mounted: screen readers announce only changes of an existing region.
    <p role="status" className={clsx('text-sm font-medium text-danger-ink empty:sr-only', className)}>
      {count > 0 && `${plural(count, 'field is', 'fields are')} missing or incorrect`}
    </p>
  );
}
