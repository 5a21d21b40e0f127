/** Notes that cause checks on each other, submitted, approved, denied and deleted at the same time. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { backdateAssignments, createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm, drawSignature } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { callConcurrently, countOutcomes, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const ROUNDS = process.env['TESTS'] === 'all' ? 100 : 15;

/** A business in which two employees are assigned to two clients. */
async function createTeam() {
  const business = await createBusiness(api, { plan: 'professional' });
  const authors = [await createPerson(api, business), await createPerson(api, business)] as const;
  const units = { totalTimeUnits: 10_000 };
  const clients = [
    await createClient(api, business, units),
    await createClient(api, business, units),
  ] as const;
  for (const { id: clientId } of clients) {
    for (const { id: employeeId } of authors) await createAssignment(api, business, { clientId, employeeId });
  }
  return { business, authors, clients };
}

const dayOf = (round: number) => new Date(Date.UTC(2025, 0, 1 + round)).toISOString().slice(0, 10);

test.each([
  ['author_overlap', 0, 0, false],
  ['client_overlap', 1, 1, false],
  ['signature_reused', 1, 0, true],
] as const)(
  'of two concurrent notes both get %s [12.checks.35]',
  async (code, otherAuthor, sameClient, sameInk) => {
    const { business, authors, clients } = await createTeam();
    for (const round of listNumbers(ROUNDS)) {
      const clientSignature = drawSignature();
      const times = (index: number) =>
        sameInk && index === 1 ? { startTime: '20:00', endTime: '21:00' } : {};
      const submit = (index: 0 | 1) =>
        api.ok(authors[index === 0 ? 0 : otherAuthor].token, 'POST /api/notes', {
          body: buildNoteForm(clients[index === 0 || sameClient === 1 ? 0 : 1].id, {
            workDate: dayOf(round),
            ...times(index),
            ...(sameInk && { clientSignature }),
          }),
        });
      const notes = await Promise.all([submit(0), submit(1)]);
      for (const [index, { id }] of notes.entries()) {
        const note = await api.ok(business.admin.token, 'GET /api/notes/:id', { params: { id } });
        const check = note.checks.find((one) => one.code === code);
        expect(check?.relatedNoteIds, `round ${round}`).toEqual([notes[1 - index]?.id]);
      }
    }
  },
);

test.each([
  ['author_overlap', 0, 1],
  ['client_overlap', 1, 0],
] as const)(
  'a note approved with many while another causes %s is refused or stays without it [12.checks.5,35]',
  async (code, otherAuthor, otherClient) => {
    const { business, authors, clients } = await createTeam();
    await backdateAssignments(api, business, { since: '2024-01-01' });
    const outcomes = new Set<unknown>();
    for (const round of listNumbers(ROUNDS)) {
      // Earlier rounds cause no warnings.
      await api.sql(
        `update note_fingerprints set submitted_at = ${subtractInterval('submitted_at', `interval '1 year'`)} where business_id = $1`,
        [business.id],
      );
      const submit = (author: 0 | 1, client: 0 | 1) =>
        api.ok(authors[author].token, 'POST /api/notes', {
          body: buildNoteForm(clients[client].id, { workDate: dayOf(round) }),
        });
      const { id } = await submit(0, 0);
      const [answer] = await Promise.all([
        api.ok(business.admin.token, 'POST /api/management/notes/approve-many', {
          body: { notes: [{ id, version: 1 }] },
        }),
        submit(otherAuthor, otherClient),
      ]);
      const note = await api.ok(business.admin.token, 'GET /api/notes/:id', { params: { id } });
      const hasCheck = note.checks.some((one) => one.code === code);
      expect(answer, `round ${round}`).toEqual([{ id, result: hasCheck ? 'has_warnings' : 'approved' }]);
      outcomes.add(answer[0]?.result);
    }
    expect([...outcomes]).toContain('approved');
  },
);

test('checks name exactly the notes that count after many concurrent changes, without a deadlock [12.checks.35]', async () => {
  const { business, authors, clients } = await createTeam();
  const signatures = listNumbers(ROUNDS).map(() => drawSignature());
  const ids: number[] = [];
  const pick = <T>(from: readonly T[], index: number) => from[index % from.length] as T;
  const toBody = (index: number) => {
    const hour = 8 + ((index * 7) % 5);
    return buildNoteForm(pick(clients, Math.floor(index / 2)).id, {
      // At most 50 related notes are listed.
      workDate: dayOf(Math.floor(index / 100)),
      startTime: `${String(hour).padStart(2, '0')}:00`,
      endTime: `${String(hour + 1).padStart(2, '0')}:30`,
      ...(index % 3 === 0 && {
        clientSignature: pick(signatures, Math.floor(index / 100) * 3 + ((index / 3) % 3)),
      }),
    });
  };
  const change = async (index: number): Promise<ApiResponse<unknown>> => {
    const { token } = pick(authors, index);
    const id = ids[(index * 13) % ids.length];
    const params = { id: id ?? 0 };
    if (id === undefined || index % 2 === 0) {
      const answer = await api.call(token, 'POST /api/notes', { body: toBody(index) });
      if (answer.status === 201) ids.push(answer.body.id);
      return answer;
    }
    if (index % 8 === 1) return api.call(token, 'PUT /api/notes/:id', { params, body: toBody(index + 1) });
    if (index % 8 === 3) return api.call(business.admin.token, 'DELETE /api/notes/:id', { params });
    const action = index % 8 === 7 ? 'hold' : index % 16 === 5 ? 'deny' : 'approve';
    const body = { action, ...(action === 'deny' && { reason: 'No' }) };
    return api.call(business.admin.token, 'PATCH /api/notes/:id/review', { params, body });
  };
  const answers = await callConcurrently(
    8,
    listNumbers(ROUNDS * 10).map((index) => () => change(index)),
  );
  expect(Object.keys(countOutcomes(answers)).filter((outcome) => /^5|away|overloaded/.test(outcome))).toEqual(
    [],
  );

  const wrong = await api.sql(
    `with counted as (
       select n.id, n.author_id, n.client_id, n.status, t.start_time, t.end_time, f.client_ink
       from notes n join time_entries t on t.business_id = n.business_id and t.note_id = n.id
       join note_fingerprints f on f.business_id = n.business_id and f.note_id = n.id
       where n.business_id = $1 and (n.deleted_at is null or n.status = 'resolved') and n.status <> 'denied'
     ), expected as (
       select a.id, code.name, array_agg(b.id order by b.id) as related
       from counted a join counted b on b.id <> a.id
       cross join lateral (values
         ('author_overlap', a.author_id = b.author_id and a.start_time < b.end_time and a.end_time > b.start_time),
         ('client_overlap', a.author_id <> b.author_id and a.client_id = b.client_id
           and a.start_time < b.end_time and a.end_time > b.start_time),
         ('signature_reused', a.client_ink = b.client_ink)) as code (name, applies)
       where code.applies and a.status <> 'resolved' group by 1, 2
     ), stored as (
       select c.note_id, c.code, c.related_note_ids from note_checks c join counted n on n.id = c.note_id
       where c.business_id = $1 and n.status <> 'resolved' and c.code in ('author_overlap', 'client_overlap', 'signature_reused')
     )
     select coalesce(e.id, s.note_id) as note, coalesce(e.name, s.code) as code, e.related, s.related_note_ids as stored
     from expected e full join stored s on s.note_id = e.id and s.code = e.name
     where e.related is distinct from s.related_note_ids`,
    [business.id],
  );
  expect(wrong).toEqual([]);
  const [database] = await api.sql(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(database).toEqual({ deadlocks: 0 });
});
