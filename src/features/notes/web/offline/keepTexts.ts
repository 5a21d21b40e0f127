/** Seals the texts of the user's last notes and drafts, so that they open without a network. */
import { queryClient } from '#platform/web/queries.ts';
import { keepOnlyAnswers, readSealed, sealAnswer } from '#platform/web/offline/sealedAnswers.ts';
import { draftsQuery, fetchDraft } from '#features/notes/web/drafts/queries.ts';
import { MY_NOTES_PAGE, myNotesQuery, ownNoteQuery } from '#features/notes/web/queries.ts';

const LAST_NOTES = 20;
const LAST_DRAFTS = 20;

interface Row {
  id: number;
  updatedAt: string;
}

const toRequest = ({ id }: Row) => ({ params: { id } });

/** Fetches and seals the rows that are not sealed in their current state, and removes all others. */
async function keepRows(
  endpoint: string,
  rows: readonly Row[],
  fetchRow: (id: number) => Promise<unknown>,
): Promise<void> {
  await keepOnlyAnswers(endpoint, rows.map(toRequest));
  for (const row of rows) {
    const sealed = (await readSealed(endpoint, toRequest(row))) as Row | undefined;
    if (sealed?.updatedAt !== row.updatedAt) await fetchRow(row.id);
  }
}

/** Brings the sealed texts up to date, one after the other. @throws ApiError without a network */
export async function keepLastTexts(): Promise<void> {
  const { rows } = await queryClient.query(myNotesQuery({ limit: LAST_NOTES }));
  // All of them on one page, because the address of a second one is only known with a network.
  const page = { rows, total: rows.length, next: null };
  sealAnswer('GET /api/notes/my', { query: { limit: MY_NOTES_PAGE } }, page);
  await keepRows('GET /api/notes/:id', rows, (id) => queryClient.query(ownNoteQuery(id)));
  const drafts = await queryClient.query(draftsQuery());
  await keepRows('GET /api/drafts/:id', drafts.slice(0, LAST_DRAFTS), fetchDraft);
}
