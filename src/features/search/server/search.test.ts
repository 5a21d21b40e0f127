/** What a search finds, for whom, and where it matched. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createSignedNote, createAssignedClient, buildNoteForm } from '#tests/support/factories/notes.ts';
import { searchNotes, createSearchableNotes } from '#tests/support/factories/searchNotes.ts';
import type { SearchableNotes } from '#tests/support/factories/searchNotes.ts';

const api = useApi();
let notes: SearchableNotes;
beforeAll(async () => {
  notes = await createSearchableNotes(api);
});

describe('a search', () => {
  test.each([
    ['title', 'shopping', 'shopping'],
    ['description', 'tomatoes planted', 'garden'],
    ['research', 'payment', 'budget'],
    ['summary', 'fridge', 'shopping'],
  ] as const)('finds words of the %s [7.notes.5 10.5.32]', async (_, q, which) => {
    expect(await searchNotes(api, notes.manager.token, { q })).toMatchObject({
      ids: [notes.about[which]],
      total: 1,
    });
  });

  test('finds names of authors and clients, by prefix, without caring about case or accents [10.5.32]', async () => {
    const { token } = notes.manager;
    for (const q of ['jose', 'JOSÉ', 'Jose\u0301 nun', 'núñ', 'oak', 'OAK & Co. 100%']) {
      const { ids } = await searchNotes(api, token, { q });
      expect(ids.toSorted((a, b) => a - b)).toEqual([notes.about.garden, notes.about.shopping]);
    }
    expect((await searchNotes(api, token, { q: 'ortega zoe' })).ids.toSorted((a, b) => a - b)).toEqual([
      notes.about.kitchen,
      notes.about.budget,
    ]);
    expect(await searchNotes(api, token, { q: 'CAFE' })).toMatchObject({ ids: [notes.about.kitchen] });
    expect(await searchNotes(api, token, { q: 'tomat fri' })).toMatchObject({ ids: [], total: 0 });
    expect(await searchNotes(api, token, { q: 'chen' })).toMatchObject({ ids: [], total: 0 });
  });

  test('lists the newest note first [10.5.33]', async () => {
    const { ids } = await searchNotes(api, notes.manager.token, { q: 'kitchen' });
    const { shopping, garden, budget, kitchen } = notes.about;
    expect(ids).toEqual([shopping, garden, budget, kitchen]);
  });

  test('shows a manager the business and an employee the own notes [1.employees.5 6.capability.4 10.5.29]', async () => {
    expect((await searchNotes(api, notes.manager.token, { q: 'kitchen' })).total).toBe(4);
    const own = await searchNotes(api, notes.jose.token, { q: 'kitchen' });
    expect(own).toMatchObject({ ids: [notes.about.shopping, notes.about.garden], total: 2 });
    expect(await searchNotes(api, notes.eve.token, { q: 'tomatoes' })).toMatchObject({ ids: [], total: 0 });
    expect((await searchNotes(api, notes.eve.token)).ids).toEqual([notes.about.budget, notes.about.kitchen]);
    const row = own.answer.body[0];
    expect(row?.can).toMatchObject({ edit: true, delete: true, approve: false });
    for (const hidden of ['research', 'summary', 'employeeSignature', 'texts', 'score']) {
      expect(row).not.toHaveProperty(hidden);
    }
  });

  test('finds nothing of another business, and is 401 without a session', async () => {
    const other = await createBusiness(api);
    expect(await searchNotes(api, other.admin.token, { q: 'kitchen' })).toMatchObject({ ids: [], total: 0 });
    expect(await searchNotes(api, other.admin.token, { clientId: notes.oak })).toMatchObject({
      ids: [],
      total: 0,
    });
    expect(await searchNotes(api, other.admin.token)).toMatchObject({ ids: [], total: 0 });
    expect((await api.call(null, 'GET /api/notes/search', { query: { q: 'kitchen' } })).status).toBe(401);
  });

  test('is not taken for the address of a note', async () => {
    const one = await api.call(notes.eve.token, 'GET /api/notes/:id', {
      params: { id: notes.about.kitchen },
    });
    expect(one.body).toMatchObject({ id: notes.about.kitchen, title: 'Cleaning day' });
  });
});

describe('filters', () => {
  test.each([
    [{ category: 'transitional' }, ['budget']],
    [{ status: 'resolved' }, ['budget']],
    [{ status: 'pending' }, ['shopping', 'garden', 'kitchen']],
    [{ dateFrom: '2026-03-16' }, ['shopping', 'garden']],
    [{ dateTo: '2026-03-09' }, ['budget', 'kitchen']],
    [{ dateFrom: '2026-03-09', dateTo: '2026-03-16' }, ['garden', 'budget']],
    [{ dateFrom: '2026-03-16', dateTo: '2026-03-09' }, []],
    [{}, ['shopping', 'garden', 'budget', 'kitchen']],
    [
      { q: '  ', category: '', status: '', dateFrom: '', dateTo: '' },
      ['shopping', 'garden', 'budget', 'kitchen'],
    ],
  ] as const)('%j without words list the newest first', async (query, which) => {
    const wanted = which.map((one) => notes.about[one]);
    const { ids, total, answer } = await searchNotes(api, notes.manager.token, query);
    expect({ ids, total }).toEqual({ ids: wanted, total: wanted.length });
    expect(answer.body.flatMap((row) => row.highlights)).toEqual([]);
  });

  test.each([
    [{ category: 'transitional' }, ['budget']],
    [{ status: 'resolved' }, ['budget']],
    [{ dateFrom: '2026-03-16' }, ['shopping', 'garden']],
    [{ dateFrom: '2026-03-03', dateTo: '2026-03-09' }, ['budget']],
    [{ status: 'denied' }, []],
  ] as const)('%j narrow down what words find [7.notes.5]', async (query, which) => {
    const wanted = which.map((one) => notes.about[one]);
    const { ids, total } = await searchNotes(api, notes.manager.token, { q: 'kitchen', ...query });
    expect({ ids, total }).toEqual({ ids: wanted, total: wanted.length });
  });

  test('of a client', async () => {
    const { token } = notes.manager;
    expect(await searchNotes(api, token, { clientId: notes.oak })).toMatchObject({
      ids: [notes.about.shopping, notes.about.garden],
    });
    expect(await searchNotes(api, token, { q: 'kitchen', clientId: notes.oak })).toMatchObject({ total: 2 });
  });
});

describe('highlights', () => {
  /** The matched parts by field, cut out of what was sent. */
  async function marks(q: string, id: number) {
    const { answer } = await searchNotes(api, notes.manager.token, { q });
    const row = answer.body.find((one) => one.id === id);
    return row?.highlights.map(({ field, text, ranges }) => [
      field,
      ...ranges.map(({ from, to }) => text.slice(from, to)),
    ]);
  }

  test('mark the matched characters of each field [10.5.34]', async () => {
    expect(await marks('clean cafe', notes.about.kitchen)).toEqual([
      ['title', 'Clean'],
      ['description', 'Clean', 'café'],
      ['summary', 'clean'],
      ['research', 'clean'],
    ]);
    expect(await marks('zoe ortega cafe', notes.about.kitchen)).toEqual([
      ['contact', 'Zoë', 'Ortega'],
      ['description', 'café'],
    ]);
    expect(await marks('jose oak', notes.about.shopping)).toEqual([
      ['client', 'Oak'],
      ['author', 'José'],
    ]);
  });

  test('of a long text show the part with most of the words, as plain text', async () => {
    const filler = 'We talked about this and that for a while. '.repeat(12);
    const description = `A laundry. ${filler}🏠 <b>Laundry</b> & ironing at "home" & more. ${filler}`;
    const { id } = await createSignedNote(api, notes.eve, {
      clientId: notes.maple,
      title: 'Long',
      description,
    });
    const { answer } = await searchNotes(api, notes.eve.token, { q: 'laundry ironing' });
    expect(answer.body.map((row) => row.id)).toEqual([id]);
    const [part] = answer.body[0]?.highlights ?? [];
    expect(part).toMatchObject({ field: 'description', before: true, after: true });
    expect(part?.text).toContain('🏠 <b>Laundry</b> & ironing at "home"');
    expect(description).toContain(part?.text);
    expect(part?.text.length).toBeLessThanOrEqual(180);
    expect(part?.ranges.map(({ from, to }) => part.text.slice(from, to))).toEqual(['Laundry', 'ironing']);
    await api.ok(notes.eve.token, 'DELETE /api/notes/:id', { params: { id } });
  });
});

describe('what becomes of a note', () => {
  test('is found as it is signed now, and no more when it is deleted [S-38]', async () => {
    const { id } = await createSignedNote(api, notes.eve, {
      clientId: notes.maple,
      description: 'Repaired the wardrobe.',
    });
    expect((await searchNotes(api, notes.eve.token, { q: 'wardrobe' })).ids).toEqual([id]);
    const body = buildNoteForm(notes.maple, { description: 'Repaired the cupboard.' });
    await api.ok(notes.eve.token, 'PUT /api/notes/:id', { params: { id }, body });
    expect((await searchNotes(api, notes.eve.token, { q: 'wardrobe' })).ids).toEqual([]);
    expect((await searchNotes(api, notes.eve.token, { q: 'cupboard' })).ids).toEqual([id]);
    await api.ok(notes.eve.token, 'DELETE /api/notes/:id', { params: { id } });
    expect((await searchNotes(api, notes.eve.token, { q: 'cupboard' })).total).toBe(0);
    expect((await searchNotes(api, notes.eve.token)).ids).not.toContain(id);
    const indexed = await api.sql('select from note_search where business_id = $1 and note_id = $2', [
      notes.businessId,
      id,
    ]);
    expect(indexed).toEqual([]);
  });

  test('keeps the names that it was signed with', async () => {
    const other = await createBusiness(api);
    const { author, client } = await createAssignedClient(api, other, { companyName: 'Birch' });
    await createSignedNote(api, author, { clientId: client.id });
    const renamed = { params: { id: client.id }, body: { companyName: 'Willow' } };
    await api.ok(other.admin.token, 'PUT /api/clients/:id', renamed);
    expect(await searchNotes(api, other.admin.token, { q: 'birch' })).toMatchObject({ total: 1 });
    expect(await searchNotes(api, other.admin.token, { q: 'willow' })).toMatchObject({ total: 0 });
    expect(await searchNotes(api, other.admin.token, { clientId: client.id })).toMatchObject({ total: 1 });
  });
});
