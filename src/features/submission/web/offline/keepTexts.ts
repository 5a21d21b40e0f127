/** Encrypts the texts of the user's last notes and of all drafts, so that they open without a network. */

import { keepOnlyAnswers, readEncrypted, encryptAnswer } from '#platform/web/offline/encryptedAnswers.ts';
import { queryClient } from '#platform/web/queries.ts';
import { MY_NOTES_PAGE, myNotesQuery, ownNoteQuery } from '#features/notes/web/queries.ts';
import { draftsQuery, fetchDraft } from '#features/submission/web/drafts/queries.ts';

const LAST_NOTES = 20;

interface Row {
  id: number;
  updatedAt: string;
}

const toRequest = ({ id }: Row) => ({ params: { id } });

/** Fetches and encrypts the rows that are not encrypted in their current state, and removes all others. */
async function keepRows(
  endpoint: string,
  rows: readonly Row[],
  fetchRow: (id: number) => Promise<unknown>,
): Promise<void> {
  await keepOnlyAnswers(endpoint, rows.map(toRequest));
  for (const row of rows) {
    const encrypted = (await readEncrypted(endpoint, toRequest(row))) as Row | undefined;
    if (encrypted?.updatedAt !== row.updatedAt) await fetchRow(row.id);
  }
}

/** Brings the encrypted texts up to date, one after the other. @throws ApiError without a network */
export async function keepLastTexts(): Promise<void> {
  const { rows } = await queryClient.query(myNotesQuery({ limit: LAST_NOTES }));
  // All of them on one page, because the address of a second one is only known with a network.
  const page = { rows, total: rows.length, next: null };
  encryptAnswer('GET /api/notes/my', { query: { limit: MY_NOTES_PAGE } }, page);
  await keepRows('GET /api/notes/:id', rows, (id) => queryClient.query(ownNoteQuery(id)));
  const drafts = await queryClient.query(draftsQuery());
  await keepRows('GET /api/drafts/:id', drafts, fetchDraft);
}
