/** Periods with more visits than an invoice, a claim batch or a statement takes. */

import { expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { copyNote, openInvoiceBusiness, PERIOD } from '#tests/support/factories/invoices.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';

const api = useApi({ RATE_LIMITS: 'off' });

const TOO_MANY = { path: 'to', message: 'That’s more than 5,000 visits. Choose a shorter period.' };

/** The end of a period with 5,000 visits; one more is on the next day. */
const TO = '2026-03-30';

/** A client of a payer, with 5,001 approved visits in March. */
async function openManyVisits() {
  const scenario = await openInvoiceBusiness(api);
  const { business, clientId, calls } = scenario;
  const { payerId } = await createAuthorization(api, business, {
    clientId,
    payer: 'County',
    unitsAuthorized: null,
  });
  const { id: noteId } = await calls.approve({ workDate: '2026-03-01' });
  const visits = Array.from({ length: 5_000 }, (_, index) => ({
    workDate: index === 4_999 ? '2026-03-31' : addDays('2026-03-01', index % 30),
    startTime: '09:00',
    endTime: '09:15',
    units: 1,
  }));
  await copyNote(api, { businessId: business.id, noteId }, visits);
  // As autovacuum does soon after so many rows; without statistics a plan can take ten seconds.
  await api.sql('analyze');
  const draft = (period: object) =>
    api.call(scenario.manager.token, 'POST /api/invoices', {
      body: { payer: 'County', clientIds: [clientId], ...PERIOD, ...period },
    });
  return { ...scenario, payerId: payerId ?? 0, draft };
}

test(
  'more than 5,000 visits are refused with 400 at the end of the period, by drafts, claim batches and statements [14.invoice.1 14.claims.1 14.statement.1]',
  { timeout: 120_000 },
  async () => {
    const { manager, clientId, payerId, calls, draft } = await openManyVisits();
    const claim = (period: object) =>
      api.call(manager.token, 'POST /api/claim-batches', { body: { payerId, ...PERIOD, ...period } });
    const readStatement = (period: object) =>
      api.call(manager.token, 'GET /api/clients/:id/statement', {
        params: { id: clientId },
        query: { ...PERIOD, ...period },
      });
    for (const refuse of [draft, claim, readStatement]) expectIssue(await refuse({}), TOO_MANY);
    expect((await readStatement({ to: '2026-03-01' })).status).toBe(200);
    const { body } = await draft({ to: TO });
    // A draft that would become too long stays as it is.
    expectIssue(await calls.change(body.id), TOO_MANY);
    expect((await calls.read(body.id)).lines).toHaveLength(5_000);
    await calls.remove(body.id);
    expect((await claim({ to: TO })).body.exported).toBe(5_000);
  },
);

test(
  'a draft whose period gets more than 5,000 visits is read, printed and issued with what it holds [14.invoice.3 14.invoice.6]',
  { timeout: 240_000 },
  async () => {
    const { business, author, manager, clientId, calls, draft } = await openManyVisits();
    const empty = await draft({ from: '2026-02-01', to: '2026-02-28' });
    const full = await calls.read((await draft({ to: TO })).body.id);
    const { id: noteId } = await createSignedNote(api, author, { clientId, workDate: '2026-03-05' });
    const grown = await calls.read(full.id);
    expect(grown).toEqual({
      ...full,
      notIncluded: [expect.objectContaining({ noteId, why: 'pending' })],
    });
    expectIssue(await calls.change(full.id, { to: TO }), TOO_MANY);
    const printed = await api.call(manager.token, 'GET /api/invoices/:id/pdf', { params: { id: full.id } });
    expect(printed.status).toBe(200);
    const issued = await calls.issue(full.id, { total: full.total, currency: full.currency });
    expect([issued.status, (await calls.read(full.id)).lines]).toEqual([200, full.lines]);
    // Other visits are listed up to the limit, and the answer states that there are more.
    await api.sql('alter table notes disable trigger user');
    await api.sql(`update notes set work_date = '2026-02-10' where business_id = $1`, [business.id]);
    await api.sql('alter table notes enable trigger user');
    const { lines, notIncluded, hasMoreNotIncluded } = await calls.read(empty.body.id);
    expect([lines.length, notIncluded.length, hasMoreNotIncluded]).toEqual([0, 5_000, true]);
  },
);
