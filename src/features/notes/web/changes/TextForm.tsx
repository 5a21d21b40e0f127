import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import { toastChangeError } from './toastChangeError.ts';

type TextFormProps = {
  label: string;
  hint: string;
  rows: number;
  limit: number;
  /** Shown at the field when it is empty. */
  missing: string;
  submitLabel: string;
  /** The title of the toast when `save` throws. */
  failed: string;
  /** The form closes when it resolves. */
  save: (text: string) => Promise<void>;
  pending: boolean;
  onClose: () => void;
};

/** One required text about a note, with the focus in its field. */
export function TextForm(props: TextFormProps) {
  const { label, hint, rows, limit, missing, submitLabel, failed, save, pending, onClose } = props;
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (pending) return;
    if (text.trim() === '') return setError(missing);
    try {
      await save(text);
      onClose();
    } catch (failure) {
      toastChangeError(failure, failed);
    }
  }
  return (
    <form ref={form} data-reason className="grid gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={label} required hint={hint} error={error} counter={{ used: text.length, limit }}>
        <TextArea
          value={text}
          rows={rows}
          maxLength={limit}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" pending={pending}>
          {submitLabel}
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
