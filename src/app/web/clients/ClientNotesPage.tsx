import { ClientRecord } from './ClientRecord.tsx';
import { NoteTimeline } from './notes/NoteTimeline.tsx';

/** The notes of a client that the user can see. */
export const ClientNotesPage = () => (
  <ClientRecord tab="Notes">{(client) => <NoteTimeline client={client} />}</ClientRecord>
);
