import { useEffect, useId, useRef, useState } from 'react';
import { controlClass } from '#platform/web/ui/controlClass.ts';
import type { Language } from '#features/clients/contract.ts';
import type { ClientSigningDispute } from '#features/notes/disputeContract.ts';
import { DISPUTE_TEXT_MAX, type DisputeReason } from '#features/notes/disputeRules.ts';
import { LargeButton } from './LargeButton.tsx';
import { receiptTexts } from './receiptTexts.ts';

type DisputeFormProps = {
  language: Language;
  submitLabel: string;
  isPending?: boolean;
  /** Why the last attempt failed. */
  failure?: string | undefined;
  onCancel: () => void;
  onSubmit: (dispute: ClientSigningDispute) => void;
};
type Problem = { field: 'reason' | 'text'; message: string };

/** Choice of one of four reasons, with a text. */
export function DisputeForm(props: DisputeFormProps) {
  const { language, submitLabel, isPending, failure, onCancel, onSubmit } = props;
  const texts = receiptTexts[language];
  const [reason, setReason] = useState<DisputeReason>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => first.current?.focus(), []);

  function refuse(field: 'reason' | 'text', message: string) {
    setProblem({ field, message });
    (field === 'reason' ? first : area).current?.focus();
  }
  function send() {
    if (isPending) return;
    if (reason === undefined) return refuse('reason', texts.reasonMissing);
    if (reason === 'other' && text.trim() === '') return refuse('text', texts.textMissing);
    setProblem(null);
    onSubmit({ reason, text: text.trim() || null });
  }
  const describe = (field: Problem['field']) => (problem?.field === field ? `${id}-problem` : undefined);
  return (
    <form
      noValidate
      className="flex flex-col gap-5 rounded-md border border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault();
        // On the signing screen it is a React child of the note form.
        event.stopPropagation();
        send();
      }}
    >
      <fieldset className="flex min-w-0 flex-col gap-2" aria-describedby={describe('reason')}>
        <legend className="mb-2 font-semibold">{texts.reasonLabel}</legend>
        {Object.entries(texts.reasons).map(([value, label], index) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-control px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name={id}
              checked={reason === value}
              onChange={() => setReason(value as DisputeReason)}
              className="size-5 shrink-0 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-text`} className="font-semibold">
          {texts.textLabel}
        </label>
        <textarea
          ref={area}
          id={`${id}-text`}
          rows={4}
          maxLength={DISPUTE_TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-invalid={problem?.field === 'text'}
          aria-describedby={describe('text') ?? `${id}-hint`}
          className={`${controlClass} text-lg!`}
        />
        <p id={`${id}-hint`} className="text-base text-muted">
          {texts.textHint}. {texts.charactersLeft(String(DISPUTE_TEXT_MAX - text.length))}.
        </p>
      </div>
      <p id={`${id}-problem`} role="alert" className="font-medium text-danger-ink empty:hidden">
        {problem?.message ?? failure}
      </p>
      <LargeButton type="submit" variant="primary" pending={isPending}>
        {submitLabel}
      </LargeButton>
      <LargeButton onClick={onCancel}>{texts.cancel}</LargeButton>
    </form>
  );
}
