/** Receipts, invoices and claims of a visit in the hour that clocks show twice. */

import { expect, test } from 'vitest';
import { createCounty } from '#tests/support/factories/claims.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const NIGHT = { workDate: '2026-11-01' };
const AFTER = '(after the clocks change)';

test('the receipt, the invoice and the claim of a visit name the hour that was meant [15.hours.10]', async () => {
  const { calls, claim, readCsv, manager, clientId } = await createCounty(api);
  const period = { from: NIGHT.workDate, to: NIGHT.workDate };
  const { id } = await calls.approve({
    ...NIGHT,
    startTime: '01:15',
    endTime: '01:45',
    startOccurrence: 'second',
  });
  const { token } = await createDispute(api, manager, { noteId: id, text: 'It was the other hour.' });
  const receipt = await api.ok(null, 'GET /api/receipts/:token', { params: { token } });
  expect(receipt).toMatchObject({ minutes: 30, startOccurrence: 'second', endOccurrence: 'second' });
  const body = { answer: 'It was not.' };
  await api.ok(manager.token, 'POST /api/notes/:id/dispute/resolve', { params: { id }, body });
  const draft = await calls.draft({ payer: 'County', clientIds: [clientId], ...period });
  const url = `/api/invoices/${draft.id}/pdf`;
  const cookies = { quarterhour_read: manager.token };
  const { rawPayload } = await api.server.app.inject({ method: 'GET', url, cookies });
  const [page] = (await readPdf(rawPayload)).pages;
  expect(page).toContain(`1:15 AM ${AFTER} to 1:45 AM ${AFTER}`);
  await api.ok(manager.token, 'DELETE /api/invoices/:id', { params: { id: draft.id } });
  const { body: batch } = await claim(period);
  expect(batch.lines).toMatchObject([{ startOccurrence: 'second', endOccurrence: 'second', units: '2.00' }]);
  expect(await readCsv(batch.id)).toContain(`"01:15 ${AFTER}","01:45 ${AFTER}"`);
});
