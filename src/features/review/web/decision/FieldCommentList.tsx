import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import type { FieldComments, NoteField } from '#features/notes/contract.ts';
import { noteFieldLabels } from '#features/notes/reviewRules.ts';
import { FIELD_COMMENT_MAX } from '#features/notes/rules.ts';
import { commentFields } from './reviewRemarks.ts';

type FieldCommentListProps = { comments: FieldComments; onChange: (comments: FieldComments) => void };

/** Comments on fields of the note form, which their author sees at the field. */
export function FieldCommentList({ comments, onChange }: FieldCommentListProps) {
  const [added, setAdded] = useState<NoteField>();
  // Added by the button: the arrow keys and letters only move through the options.
  const [choice, setChoice] = useState<NoteField | ''>('');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (added) list.current?.querySelector<HTMLElement>(`[data-comment-on=${added}]`)?.focus();
  }, [added]);
  const selected = commentFields.filter((field) => comments[field] !== undefined);
  const others = commentFields.filter((field) => comments[field] === undefined);
  function add(field: NoteField) {
    setAdded(field);
    setChoice('');
    onChange({ ...comments, [field]: '' });
  }
  function remove(field: NoteField) {
    setAdded(undefined);
    onChange(Object.fromEntries(Object.entries(comments).filter(([name]) => name !== field)));
    list.current?.querySelector('select')?.focus();
  }
  return (
    <div ref={list} className="grid gap-3">
      {selected.map((field) => (
        <div key={field} className="flex items-start gap-2">
          <Field
            className="flex-1"
            label={`Comment on ${noteFieldLabels[field]}`}
            hint="The employee sees this next to the field."
            counter={{ used: comments[field]?.length ?? 0, limit: FIELD_COMMENT_MAX }}
          >
            <TextArea
              data-comment-on={field}
              value={comments[field]}
              rows={2}
              maxLength={FIELD_COMMENT_MAX}
              onChange={({ target }) => onChange({ ...comments, [field]: target.value })}
            />
          </Field>
          <IconButton
            className="mt-6"
            label={`Remove the comment on ${noteFieldLabels[field]}`}
            icon={<X aria-hidden />}
            onClick={() => remove(field)}
          />
        </div>
      ))}
      {others.length > 0 && (
        <div className="flex flex-wrap items-end gap-2">
          <Field label="Comment on a field" optional className="min-w-0 flex-1 sm:max-w-56">
            <Select
              value={choice}
              placeholder="Select a field"
              options={others.map((field) => ({ value: field, label: noteFieldLabels[field] }))}
              onChange={({ target }) => setChoice(others.find((one) => one === target.value) ?? '')}
            />
          </Field>
          <Button
            // Without a choice it moves to the list.
            onClick={() => (choice === '' ? list.current?.querySelector('select')?.focus() : add(choice))}
          >
            Add comment
          </Button>
        </div>
      )}
    </div>
  );
}
