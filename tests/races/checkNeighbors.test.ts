/** The checks of a note read only the notes around it, through indexes, also with a generic plan. */

import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { describeVisit } from '#tests/support/factories/checkedNotes.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';
import { explainStatement } from '#tests/support/helpers/explain.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { captureStatements } from '#tests/support/helpers/statements.ts';

const NOTES = 30_000;
const AUTHORS = 5;

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const visit = setUpOnce(() => createAssignedClient(api, business, { totalTimeUnits: 1000 }));

/** Notes of five authors over three years, each with its hours and fingerprint. */
beforeAll(async () => {
  const authors = [visit.author.id];
  const clients = [visit.client.id];
  while (authors.length < AUTHORS) {
    const { author, client } = await createAssignedClient(api, business);
    authors.push(author.id);
    clients.push(client.id);
  }
  const { id } = await createSignedNote(api, visit.author, {
    clientId: visit.client.id,
    description: describeVisit(),
  });
  /** Values of the copy `n` of the note. */
  const changes = (names: { author: string; client?: string; times: string }) =>
    `jsonb_build_object('business_id', $1::bigint, '${names.author}', ($4::bigint[])[1 + n % ${AUTHORS}]
       ${names.client ? `, '${names.client}', ($5::bigint[])[1 + n % ${AUTHORS}]` : ''}, ${names.times})`;
  const copy = (table: string, key: string, changed: string) =>
    api.sql(
      `insert into ${table} select made.*
       from ${table} copied, generate_series(1, $3::int) n, jsonb_populate_record(copied, ${changed}) made
       where copied.business_id = $1 and copied.${key} = $2 and $4::bigint[] is not null and $5::bigint[] is not null`,
      [business.id, id, NOTES, authors, clients],
    );
  const day = `date '2024-01-01' + n / 30`;
  const start = `timestamptz '2024-01-01 14:00Z' + n / 30 * interval '1 day' + n % 6 * interval '30 minutes'`;
  await copy(
    'notes',
    'id',
    changes({
      author: 'author_id',
      client: 'client_id',
      times: `'id', 1000000 + n, 'work_date', ${day}, 'status', 'resolved'`,
    }),
  );
  // So that the foreign keys of the next rows are checked through the index.
  await api.sql('vacuum analyze notes');
  await copy(
    'time_entries',
    'note_id',
    changes({
      author: 'employee_id',
      client: 'client_id',
      times: `'id', 1000000 + n, 'note_id', 1000000 + n, 'start_time', ${start}, 'end_time', ${start} + interval '1 hour'`,
    }),
  );
  await copy(
    'note_fingerprints',
    'note_id',
    changes({
      author: 'author_id',
      times: `'note_id', 1000000 + n, 'work_date', ${day}, 'submitted_at', ${start} + interval '65 minutes',
        'client_ink', '\\x' || encode(sha256(n::text::bytea), 'hex'), 'trigrams', array[n, n + 1, n + 2]`,
    }),
  );
  await api.sql('vacuum analyze time_entries, note_fingerprints');
});

// Citus reports no pages of its workers, and has no generic plans. tests/api/statements.test.ts reads its plans.
describe.skipIf(IS_CITUS)('on plain PostgreSQL', () => {
  test.each(['custom', 'generic'] as const)(
    'neither hours nor fingerprints are scanned as a whole, by a %s plan [12.checks.43]',
    async (mode) => {
      const sent = await captureStatements(api)(() =>
        createSignedNote(api, visit.author, {
          clientId: visit.client.id,
          workDate: '2025-03-03',
          startTime: '09:00',
          endTime: '10:00',
          description: describeVisit(),
        }),
      );
      const neighbors = sent.find(({ text }) => text.includes("'author', note_id"));
      if (!neighbors) throw new Error('No statement read the notes around the new one');
      const explained = { businessId: business.id, mode, analyze: true };
      const plan = await explainStatement(api, neighbors, explained);
      expect(plan).not.toMatch(/Seq Scan on (time_entries|note_fingerprints)/);
      for (const index of [
        'time_entries_by_employee',
        'time_entries_by_client',
        'note_fingerprints_by_ink',
      ]) {
        expect(plan).toContain(index);
      }
      const [, hit = 0, read = 0] = /shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
      const [size] = await api.sql<{ pages: number }>(
        `select sum(relpages)::int as pages from pg_class where relname in ('time_entries', 'note_fingerprints')`,
      );
      // Most of them are the fingerprints of the author from half a year, one in thirty of the table.
      expect(Number(hit) + Number(read)).toBeLessThan((size?.pages ?? 0) / 5);
    },
  );
});
