/** The queue of notes to review reads its partial index, also with a generic plan. */

import { beforeAll, expect, test } from 'vitest';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { explainStatement } from '#tests/support/helpers/explain.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { captureStatements } from '#tests/support/helpers/statements.ts';

const NOTES = 20_000;

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

/** One note of a hundred is pending. */
beforeAll(async () => {
  const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId });
  await api.sql(
    `insert into notes select made.*
     from notes note, generate_series(1, $2::int) n, jsonb_populate_record(note, jsonb_build_object('id', note.id + n,
       'status', case when n % 100 = 0 then 'pending' else 'resolved' end, 'work_date', date '2024-01-01' + n % 700)) made
     where note.id = $1`,
    [id, NOTES],
  );
  await api.sql('vacuum analyze notes');
});

test.each(['custom', 'generic'] as const)(
  'a page of the queue is read in its order from the index, by a %s plan [12.review.17]',
  async (mode) => {
    const read = (query: Record<string, string>) =>
      api.call(visit.manager.token, 'GET /api/review/queue', { query });
    const { headers } = await read({ limit: '50' });
    const cursor = /cursor=([\w-]+)/.exec(String(headers['link']))?.[1] ?? '';
    const week = { dateFrom: '2024-10-27', dateTo: '2024-11-02' };
    const pages: Record<string, string>[] = [
      { limit: '50' },
      { limit: '50', cursor },
      { limit: '50', ...week },
    ];
    for (const query of pages) {
      const sent = await captureStatements(api)(() => read(query));
      const page = sent.find(({ text }) => text.includes('order by "notes"."work_date"'));
      if (!page) throw new Error('The queue sent no statement for its page');
      const plan = await explainStatement(api, page, { businessId: visit.business.id, mode });
      expect(plan).toContain('Index Scan using notes_to_review');
      expect(plan).not.toMatch(/Sort|Seq Scan on notes/);
    }
  },
);
