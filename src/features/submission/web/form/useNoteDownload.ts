import { toast } from '#platform/web/toast.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { useServices } from '#features/services/web/queries.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';

const NOT_DOWNLOADED = {
  title: 'Not downloaded',
  description: 'Check your connection and try again.',
  variant: 'destructive',
} as const;

/** Returns a function that downloads the note in the form as text. */
export function useNoteDownload(form: NoteForm, user: SessionUser): () => void {
  const clients = useClients();
  const services = useServices();
  return () => {
    const values = form.getValues();
    const client = clients.data?.find((one) => String(one.id) === values.clientId);
    const service = services.data?.find(({ key }) => key === values.category);
    import('./downloadNote.ts').then(
      (code) => code.downloadNote({ values, client, service, author: user }),
      () => toast(NOT_DOWNLOADED),
    );
  };
}
