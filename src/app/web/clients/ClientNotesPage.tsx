import { NoteTimeline } from './notes/NoteTimeline.tsx';
import { ClientRecord } from './ClientRecord.tsx';

/** The notes of a client that the user can see. */
export const ClientNotesPage = () => (
  <ClientRecord tab="Notes">{(client) => <NoteTimeline client={client} />}</ClientRecord>
);
