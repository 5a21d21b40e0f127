/** Where a search ends: best match first, of the newest 1,000 that match. */
import { expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { searchNotes } from '#tests/support/factories/searchNotes.ts';
import { MOST_FOUND } from '#features/search/rules.ts';

const api = useApi();

/** Copies of a note with its words, each newer than the one before; ids go on from the given one. */
async function copy(noteId: number, { after, count }: { after: number; count: number }): Promise<void> {
  await api.sql(
    `insert into notes select (jsonb_populate_record(note, jsonb_build_object(
         'id', $2::bigint + nth, 'created_at', note.created_at + nth * interval '1 second'))).*
       from notes note, generate_series(1, $3::int) nth where note.id = $1`,
    [noteId, after, count],
  );
  await api.sql(
    `insert into note_search select business_id, $2::bigint + nth, document
       from note_search, generate_series(1, $3::int) nth where note_id = $1`,
    [noteId, after, count],
  );
}

test('the best of the newest 1,000 matches comes first, and an older one is found by a filter [10.1.10 10.5.32,33]', async () => {
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business);
  const made = async (fields: object) =>
    (await createSignedNote(api, author, { clientId: client.id, ...fields })).id;
  const best = await made({ title: 'Laundry', description: 'Laundry, folded.', category: 'transitional' });
  const plain = await made({ title: 'Visit', summary: 'The laundry is done.', category: 'sustaining' });
  await copy(plain, { after: plain, count: MOST_FOUND - 2 });
  const { token } = business.admin;
  const all = await searchNotes(api, token, { q: 'laundry' });
  expect([all.ids[0], all.total]).toEqual([best, MOST_FOUND]);
  const newest = plain + MOST_FOUND - 2;
  await copy(plain, { after: newest, count: 1 });
  const more = await searchNotes(api, token, { q: 'laundry' });
  expect([more.ids[0], more.total]).toEqual([newest + 1, MOST_FOUND]);
  expect(more.ids).not.toContain(best);
  // The limit counts what was asked for, so that a filter brings it back.
  expect(await searchNotes(api, token, { q: 'laundry', category: 'transitional' })).toMatchObject({
    ids: [best],
    total: 1,
  });
});
