import { NoteTimeline } from '#features/notes/web/timeline/NoteTimeline.tsx';
import { ClientRecord } from './ClientRecord.tsx';

/** The notes of a client that the user can see. */
export const ClientNotesPage = () => (
  <ClientRecord part="Notes">{(client) => <NoteTimeline client={client} />}</ClientRecord>
);
