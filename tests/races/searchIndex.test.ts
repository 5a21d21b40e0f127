/** Searches use the full-text index although row-level security applies. */

import { beforeAll, expect, test } from 'vitest';
import { toSearchDocument } from '#features/notes/server/searchIndex/actions.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const NOTES = 16_000;

const api = useApi();
let businessId: number;

beforeAll(async () => {
  const business = await createBusiness(api);
  businessId = business.id;
  const { author, client } = await createAssignedClient(api, business);
  const { id } = await createSignedNote(api, author, { clientId: client.id });
  const documents = Array.from({ length: NOTES }, (_, n) =>
    toSearchDocument(businessId, {
      title: 'Visit',
      clientName: 'Miller House',
      clientContactName: 'Maria Miller',
      authorName: 'Eve Worker',
      content: n % 200 === 0 ? 'Rare occasion: the bank was open.' : 'Cooking and laundry together.',
      research: 'Asked the utility about a payment plan.',
      summary: 'All done, next visit on Friday.',
    }),
  );
  await api.sql(
    `insert into notes select (jsonb_populate_record(note, jsonb_build_object('id', note.id + n))).*
       from notes note, generate_series(1, $2::int) n where note.id = $1`,
    [id, NOTES],
  );
  await api.sql(
    `insert into note_search select $2, $1::bigint + n, document::tsvector
       from unnest($3::text[]) with ordinality as made (document, n)`,
    [id, businessId, documents],
  );
  await api.sql('analyze note_search');
});

/** The plan of a search for a rare word, as the application's role runs it. */
async function explainSearch(table: string): Promise<string> {
  const client = await api.server.services.database.pool.connect();
  try {
    await client.query(
      `begin; select set_config('role', 'quarterhour_app', true), set_config('app.business_id', '${businessId}', true)`,
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select note_id from ${table} where document @@ $$'${businessId}.rare':*$$::tsquery`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release(true);
  }
}

test('a search through the view uses the index [D-14]', async () => {
  expect(await explainSearch('own_note_search')).toContain('Index Scan on note_search_document');
});

test('a search of the table itself does not, because the policy is checked first', async () => {
  expect(await explainSearch('note_search')).not.toContain('note_search_document');
});
