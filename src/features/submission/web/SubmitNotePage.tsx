import { useSearch } from '@tanstack/react-router';
import { openForm } from '#platform/web/forms/EncryptedForm.tsx';
import { prefetchQuery } from '#platform/web/queries.ts';
import { useSessionEndDelay } from '#platform/web/session.ts';
// Loaded with the screen, because its first render needs it.
import '#platform/web/forms/encryptedForms.ts';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { clientsQuery } from '#features/clients/web/queries.ts';
import { ownNoteQuery } from '#features/notes/web/queries.ts';
import { servicesQuery } from '#features/services/web/queries.ts';
import { useUser, type SessionUser } from '#features/sessions/web/queries.ts';
import { ownHoursQuery } from '#features/time/web/queries.ts';
import { visitClockQuery } from '#features/time/web/visitClock/queries.ts';
import { NewNote, toNewNoteForm } from './form/NewNote.tsx';

// A separate chunk, because most visits are new.
const EditNote = lazyComponent(
  async () => (await import('./form/EditNote.tsx')).EditNote,
  <SkeletonText lines={10} />,
);

/** Time to read the message that the session ended, before the login page opens. */
const SESSION_END_DELAY_MS = 2000;

/** Submit New Note: the main job of an employee; with `?client=`, that client is selected; with `?note=`, one of the user's notes is edited and resubmitted. */
export function SubmitNotePage() {
  const user = useUser();
  const { draft, client, note } = useSearch({ from: '/submit' });
  useSessionEndDelay(SESSION_END_DELAY_MS);
  return (
    // As wide as its limit, also while it is empty: in a flex column, automatic margins shrink it to its content.
    <div className="mx-auto w-full max-w-3xl">
      {note === undefined ? (
        <NewNote user={user} draft={draft} clientId={client} />
      ) : (
        <EditNote key={note} user={user} id={note} />
      )}
    </div>
  );
}

SubmitNotePage.open = async ({ note }: { note?: number }, user: SessionUser) => {
  if (note === undefined) await openForm(toNewNoteForm(user));
};

SubmitNotePage.prefetch = ({ note }: { note?: number }) => {
  if (note !== undefined) {
    void EditNote.preload();
    prefetchQuery(ownNoteQuery(note));
  }
  prefetchQuery(clientsQuery());
  prefetchQuery(servicesQuery());
  prefetchQuery(ownHoursQuery());
  prefetchQuery(visitClockQuery());
};
