/** The evidence of a note reads the audit log by key, also when the log is long. */

import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#tests/support/factories/clients.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';
import { explainStatement } from '#tests/support/helpers/explain.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { captureStatements, type CapturedStatement } from '#tests/support/helpers/statements.ts';

const ENTRIES = 20_000;

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

beforeAll(async () => {
  await api.sql(
    `insert into audit_log select made.*
     from (select to_jsonb(audit_log) as entry from audit_log where business_id = $1 limit 1) as first,
       generate_series(1, $2::int) n,
       jsonb_populate_record(null::audit_log, entry || jsonb_build_object('seq', 1000 + n)) as made`,
    [visit.business.id, ENTRIES],
  );
  await api.sql('vacuum analyze audit_log');
});

const MODES = ['custom', 'generic'] as const;

/** Expects that the statements with the audit log use an index. */
async function expectIndexed(statements: readonly CapturedStatement[], mode: (typeof MODES)[number]) {
  const ofLog = statements.filter(({ text }) => text.includes('"audit_log"'));
  expect(ofLog.length).toBeGreaterThan(1);
  for (const statement of ofLog) {
    const plan = await explainStatement(api, statement, { businessId: visit.business.id, mode });
    expect(plan).not.toContain('Seq Scan on audit_log');
  }
}

// Citus has no generic plans. tests/api/statements.test.ts reads its plans.
describe.skipIf(IS_CITUS)('on plain PostgreSQL', () => {
  test.each(MODES)(
    'the evidence of a note reads no more of a long audit log than its entries, by a %s plan [10.5.15]',
    async (mode) => {
      const { id } = await createSignedNote(api, visit.author, { clientId: visit.clientId });
      const sent = await captureStatements(api)(() =>
        api.ok(visit.author.token, 'GET /api/notes/:id/evidence', { params: { id } }),
      );
      await expectIndexed(sent, mode);
    },
  );

  test.each(MODES)(
    'a client that is added reads no more than the end of a long audit log, by a %s plan',
    async (mode) => {
      const sent = await captureStatements(api)(() => createClient(api, visit.business));
      await expectIndexed(sent, mode);
    },
  );
});
