/** The paper size of a business. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createInvoiceDraft, openInvoiceBusiness, PERIOD } from '#tests/support/factories/invoices.ts';
import { createPacket, readPacketFiles } from '#tests/support/factories/packets.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { readPlacedTexts } from '#tests/support/helpers/pdf.ts';

const api = useApi({ RATE_LIMITS: 'off', EXPORTS: 'on' });

test.each([
  ['America/Chicago', 'letter'],
  ['America/Indiana/Indianapolis', 'letter'],
  ['America/Puerto_Rico', 'letter'],
  ['America/Toronto', 'letter'],
  ['America/Mexico_City', 'letter'],
  ['America/Bogota', 'a4'],
  ['Europe/London', 'a4'],
  ['Asia/Kolkata', 'a4'],
  ['UTC', 'a4'],
])('a business that registers in %s has the paper size %s [15.paper.1]', async (timeZone, paperSize) => {
  const { admin } = await createBusiness(api, { form: { timeZone } });
  expect(await api.ok(admin.token, 'GET /api/business')).toMatchObject({ paperSize });
});

test('a paper size other than Letter and A4 returns 400 [15.paper.1]', async () => {
  const { admin } = await createBusiness(api);
  const answer = await api.call(admin.token, 'PUT /api/business', { body: { paperSize: 'legal' } });
  expectIssue(answer, { path: 'paperSize', message: 'Please select a paper size' });
});

const SIZES = [
  ['letter', [612, 792]],
  ['a4', [595, 842]],
] as const;

test.each(SIZES)(
  'the pages of each PDF document have the paper size %s [15.paper.2]',
  async (paperSize, size) => {
    const { calls, manager, clientId } = await openInvoiceBusiness(api, { paperSize });
    const { id: noteId } = await calls.approve();
    const { id: invoiceId } = await createInvoiceDraft(api, manager, { clientId, ...PERIOD });
    const days = new URLSearchParams(PERIOD).toString();
    const packet = await createPacket(api, manager, { pairs: [{ clientId, ...PERIOD }] });
    const files = await readPacketFiles(api, manager, packet.id);
    const documents = [
      ...(await Promise.all(
        [
          `/api/notes/${noteId}/pdf`,
          `/api/invoices/${invoiceId}/pdf`,
          `/api/clients/${clientId}/statement?${days}`,
        ].map(async (url) => {
          const cookies = { quarterhour_read: manager.token };
          return (await api.server.app.inject({ method: 'GET', url, cookies })).rawPayload;
        }),
      )),
      files.bytes,
      ...[...files.entries].filter(([name]) => name.endsWith('.pdf')).map(([, content]) => content),
    ];
    expect(documents).toHaveLength(6);
    for (const document of documents)
      for (const { width, height } of await readPlacedTexts(document))
        expect([Math.round(width), Math.round(height)]).toEqual(size);
  },
);
