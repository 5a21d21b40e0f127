import { useEffect, useRef } from 'react';
import { today } from '#platform/web/clock.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useClients, type Client } from '#features/clients/web/queries.ts';
import { getEntered, hasUnsaved } from '#features/submission/web/entry/enteredValues.ts';
import { emptyNote } from '#features/submission/web/entry/noteForm.ts';
import { replaceNote } from '#features/submission/web/entry/noteInForm.ts';
import { useIsSending } from '#features/submission/web/entry/sendingNotes.ts';
import type { FormOfNote } from '#features/submission/web/entry/useNoteForm.ts';
import { changeVisit, clearClientValues } from '#features/submission/web/entry/useVoidSignatures.ts';

type Request = {
  note: FormOfNote;
  timeZone: string;
  /** The client in the URL; selected once the client list has loaded. */
  requestedId: number | undefined;
};

/** Starts a note for a client. Text for another client is discarded only after a confirmation. */
export function useRequestedClient({ note, timeZone, requestedId }: Request): void {
  const { form, formKey } = note;
  const isSending = useIsSending(formKey);
  const selectedId = useRef<number>(undefined);
  const requested = useClients().data?.find(({ id, can }) => id === requestedId && can.submitNote);

  async function select({ id, contactName }: Client) {
    const values = getEntered(form);
    const clientId = String(id);
    if (values.clientId === clientId) return;
    if (!hasUnsaved(values)) {
      replaceNote(formKey);
      clearClientValues(form);
      return form.setValue('clientId', clientId);
    }
    // Both statements name the client.
    if (values.clientId === '') return changeVisit(form, { clientId });
    const isConfirmed = await confirm({
      title: `Start a new note for ${contactName}?`,
      body: 'Your unfinished note for another client will be discarded.',
      confirmLabel: 'Start new note',
    });
    if (!isConfirmed) return;
    replaceNote(formKey);
    note.forget();
    form.reset({ ...emptyNote(today(timeZone)), clientId }, { keepDefaultValues: true });
  }

  useEffect(() => {
    // The form has another note until there is an answer.
    if (isSending || !requested || selectedId.current === requested.id) return;
    selectedId.current = requested.id;
    void select(requested);
    // Runs once for each client in the URL, when no note is being sent.
    // eslint-disable-next-line react/exhaustive-deps
  }, [requested, isSending]);
}
