/** Documents name the characters that they show as codes. */

import { expect, test } from 'vitest';
import { createInvoiceDraft, PERIOD, createApprovedNote } from '#tests/support/factories/invoices.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi();

test('each PDF names the characters that no font has in its answer, and no others [14.script.7]', async () => {
  const scenario = await createReviewScenario(api);
  const { clientId, manager } = scenario;
  const readNames = async () => {
    const { id } = await createApprovedNote(api, scenario, { clientId });
    const { id: invoiceId } = await createInvoiceDraft(api, manager, { clientId });
    const period = new URLSearchParams(PERIOD).toString();
    const urls = [
      `/api/notes/${id}/pdf`,
      `/api/invoices/${invoiceId}/pdf`,
      `/api/invoices/${invoiceId}/pdf?inline=true`,
      `/api/clients/${clientId}/statement?${period}`,
    ];
    const answers = await Promise.all(urls.map((url) => api.send(manager.token, { method: 'GET', url })));
    await api.ok(manager.token, 'DELETE /api/invoices/:id', { params: { id: invoiceId } });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    return answers.map(({ headers }) => headers['unprintable-characters']);
  };
  expect(await readNames()).toEqual([undefined, undefined, undefined, undefined]);
  const contactName = 'Анна \u{13000} עדה \uE000';
  await api.ok(manager.token, 'PUT /api/clients/:id', { params: { id: clientId }, body: { contactName } });
  const names = await readNames();
  expect(names).toEqual(names.map(() => 'U+13000, U+E000'));
});
