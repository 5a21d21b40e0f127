import { useState } from 'react';
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import { EXPLANATION_MAX } from '#features/notes/rules.ts';
import { TextForm } from '#features/notes/web/changes/TextForm.tsx';
import { useExplainCheck } from './queries.ts';

/** The check on screen, with the version and the related notes that an explanation is for. */
type ShownCheck = { id: number; version: number; code: NoteCheckCode; relatedNoteIds: number[] };
type ExplanationFormProps = { check: ShownCheck; onClose: () => void };

/** Asks a manager why a check needs no correction. */
export function ExplanationForm({ check, onClose }: ExplanationFormProps) {
  // The check may change under the open form; only after a refusal is the new one sent.
  const [opened, setOpened] = useState<ShownCheck | null>(check);
  const explain = useExplainCheck();

  async function save(reason: string) {
    try {
      await explain.mutateAsync({ ...(opened ?? check), reason });
    } catch (failure) {
      setOpened(null);
      throw failure;
    }
  }

  return (
    <TextForm
      label="Reason"
      hint="Visible to managers. Cleared when this note is signed again or its related notes change."
      rows={2}
      limit={EXPLANATION_MAX}
      missing="A reason is required"
      submitLabel="Save explanation"
      failed="Couldn't save the explanation"
      pending={explain.isPending}
      onClose={onClose}
      save={save}
    />
  );
}
