import { toast } from '#platform/web/toast.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { toShortServiceName } from '#features/services/rules.ts';
import { useServices } from '#features/services/web/queries.ts';
import { formatSpanUnits } from '#features/units/web/public.tsx';
import type { NoteForm } from './useNoteForm.ts';

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
    const file = {
      values,
      clientName: client?.companyName ?? '',
      serviceName: toShortServiceName(service?.name ?? ''),
      authorName: fullNameOf(user),
      units: formatSpanUnits({ ...values, timeZone: user.timeZone }, service?.rounding ?? null),
    };
    import('./downloadNote.ts').then(
      (code) => code.downloadNote(file),
      () => toast(NOT_DOWNLOADED),
    );
  };
}
