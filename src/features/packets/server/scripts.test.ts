/** Documents about people whose names are in other scripts. */

import { expect, test } from 'vitest';
import { createApprovedNote, createInvoiceDraft } from '#tests/support/factories/invoices.ts';
import { createPacket, fetchPacketFile, readPacketFiles } from '#tests/support/factories/packets.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';

const api = useApi({ RATE_LIMITS: 'off', EXPORTS: 'on' });

const removeSpaces = (text: string): string => text.replaceAll(/\s/g, '');

test(
  'invoice, statement, note and packet have names in Arabic, Khmer and Bengali, and a code for what no font has [14.script.1,5,7]',
  { timeout: 60_000 },
  async () => {
    const scenario = await createReviewScenario(api);
    const { manager, clientId } = scenario;
    await api.ok(manager.token, 'PUT /api/business', { body: { name: 'مركز الرعاية' } });
    await api.ok(manager.token, 'PUT /api/clients/:id', {
      params: { id: clientId },
      body: { contactName: 'ស្រីពៅ ខ្មែរ', companyName: 'যত্ন', address: '東京都 12\nשדרות 5' },
    });
    const title = 'Zoë\u{1f469}\u{200d}\u{1f4bb} \u{e000}';
    const note = await createApprovedNote(api, scenario, {
      clientId,
      title,
      description: 'ช่วยเตรียมอาหาร 👍\r\n\tಕೃಷ್ಣ',
    });
    const { id: invoiceId } = await createInvoiceDraft(api, manager, { clientId });
    const fetchPages = async (url: string) => {
      const answer = await api.server.app.inject({
        method: 'GET',
        url,
        cookies: { quarterhour_read: manager.token },
      });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      const { pages } = await readPdf(answer.rawPayload);
      return removeSpaces(pages.join(' '));
    };
    const names = ['مركز', 'الرعاية', 'ស្រីពៅ', 'ខ្មែរ', 'যত্ন'];
    const invoice = await fetchPages(`/api/invoices/${invoiceId}/pdf`);
    for (const name of [...names, '東京都', 'שדרות']) expect(invoice).toContain(name);
    const statement = await fetchPages(
      `/api/clients/${clientId}/statement?from=2026-03-01&to=2026-03-31&language=es`,
    );
    for (const name of [...names, '東京都', 'שדרות']) expect(statement).toContain(name);
    const printed = await fetchPages(`/api/notes/${note.id}/pdf`);
    for (const name of [...names, 'ช่วยเตรียมอาหาร', 'ಕೃಷ್ಣ', 'U+E000']) expect(printed).toContain(name);
    const body = { pairs: [{ clientId, from: '2026-03-01', to: '2026-03-31' }] };
    const { id, unprintable } = await createPacket(api, manager, body);
    expect(unprintable).toEqual(['U+E000']);
    const { headers } = await fetchPacketFile(api, manager, { id, format: 'pdf' });
    expect(headers['unprintable-characters']).toBe('U+E000');
    const { pdf } = await readPacketFiles(api, manager, id);
    const packet = removeSpaces(pdf.pages.join(' '));
    for (const name of names) expect(packet).toContain(name);
  },
);
