/** Messages to a client whose report was not sent, in both languages. */

import { formatReceiptDate } from '#features/notes/web/receipt/receiptFormat.ts';
import { receiptTexts } from '#features/notes/web/receipt/receiptTexts.ts';
import { createTeam, press } from '#tests/e2e/steps.ts';
import { readVisibleTexts, SPANISH_TEXTS } from '#tests/e2e/submission/clientSigningSteps.ts';
import { buildReceiptToken } from '#tests/support/factories/receipts.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

const languages = {
  en: {
    dispute: 'This is not right',
    other: 'Something else',
    text: 'Describe the problem',
    send: 'Send',
    sent: 'Thank you. We got your message.',
    later: 'Your message was not sent. Please try again in 2 minutes.',
    failed: 'Your message was not sent. Please try again.',
    limit: 'Your message was not sent. You have sent 5 messages about this visit. Please call us.',
    link: 'Your message was not sent. This link no longer works. Please ask us for a new one.',
  },
  es: {
    dispute: 'Algo no está bien',
    other: 'Otra cosa',
    text: 'Describa el problema',
    send: 'Enviar',
    sent: 'Gracias. Recibimos su mensaje.',
    later: 'No pudimos enviar su mensaje. Por favor, inténtelo de nuevo en 2 minutos.',
    failed: 'No pudimos enviar su mensaje. Por favor, inténtelo de nuevo.',
    limit: 'No pudimos enviar su mensaje. Ya envió 5 mensajes sobre esta visita. Por favor, llámenos.',
    link: 'No pudimos enviar su mensaje. Este enlace ya no funciona. Por favor, pídanos uno nuevo.',
  },
};

for (const [language, texts] of Object.entries(languages)) {
  test(
    `a client whose report was not sent reads why, and a lost answer stores it once, in ${language} [13.dispute.123]`,
    LONG_RUN,
    async ({ page, product }) => {
      allowBrowserError(/status of (404|409|429)|ERR_FAILED/);
      const team = await createTeam(product, { language });
      const token = buildReceiptToken();
      const { id } = await team.note({ receiptToken: token });
      const address = `**/api/receipts/${token}/dispute`;
      const report = (text: string) =>
        product.call(null, `POST /api/receipts/${token}/dispute`, { reason: 'other', text });
      const write = async (text: string) => {
        await press(page, texts.dispute);
        await page.getByLabel(texts.other).check();
        await page.getByLabel(texts.text).fill(text);
      };
      const failure = page.getByRole('alert').filter({ hasText: /./ });
      await page.goto(`${product.url}/r/${token}`);

      await write('Ben left at ten.');
      const limited = { code: 'rate_limited', message: 'Too many requests.', requestId: 'test' };
      await page.route(
        address,
        (route) => route.fulfill({ status: 429, json: limited, headers: { 'retry-after': '90' } }),
        { times: 1 },
      );
      await press(page, texts.send);
      await expect(failure).toHaveText(texts.later);

      await page.route(
        address,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await press(page, texts.send);
      await expect(failure).toHaveText(texts.failed);
      await press(page, texts.send);
      await expect(page.getByText(texts.sent)).toBeVisible();
      const { disputes } = await product.call<{ disputes: unknown[] }>(null, `GET /api/receipts/${token}`);
      expect(disputes).toHaveLength(1);

      for (const text of ['Second', 'Third', 'Fourth', 'Fifth']) await report(text);
      await write('Sixth');
      await press(page, texts.send);
      await expect(failure).toHaveText(texts.limit);

      await product.call(team.manager.token, `DELETE /api/notes/${id}/receipt`);
      await press(page, texts.send);
      await expect(failure).toHaveText(texts.link);
    },
  );
}

/** Values on the receipt of a visit from 9:00 to 11:15 on a Monday, in Spanish. */
const VALUES = [
  'lunes, 2 de marzo de 2026',
  'de 9:00 a.m. a 11:15 a.m.',
  '2 horas y 15 minutos',
  '9 unidades',
  '31 unidades',
  'Con sus propias palabras. Caracteres restantes: 1000.',
];

test(
  'the receipt with an answered and an open report has no text in another language than Spanish [13.receipt.127 13.dispute.120]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee, note } = await createTeam(product, { language: 'es' });
    const receiptToken = buildReceiptToken();
    const visit = { workDate: '2026-03-02', startTime: '09:00', endTime: '11:15', receiptToken };
    const { id } = await note(visit);
    const report = (body: object) => product.call(null, `POST /api/receipts/${receiptToken}/dispute`, body);
    await report({ reason: 'wrong_times', text: 'Se fue antes.' });
    const answer = { answer: 'Lo corregimos.' };
    await product.call(manager.token, `POST /api/notes/${id}/dispute/resolve`, answer);
    await report({ reason: 'not_done' });
    const { businessName } = await product.call<{ businessName: string }>(
      null,
      `GET /api/receipts/${receiptToken}`,
    );
    const { intro, writtenOn, answeredOn, title, dispute, noAnswer } = receiptTexts.es;
    const day = formatReceiptDate('es', new Date().toISOString(), 'America/Chicago');
    const entered = [
      'Se fue antes.',
      'Lo corregimos.',
      `${employee.user.firstName} W.`,
      'English',
      'Español',
    ];
    const computed = [intro(businessName), writtenOn(day), answeredOn(day), ...VALUES];
    const allowed = new Set([...SPANISH_TEXTS, ...entered, ...computed]);
    await page.goto(`${product.url}/r/${receiptToken}`);
    await expect(page.getByText(answeredOn(day))).toBeVisible();
    const texts = await readVisibleTexts(page);
    expect(texts).toEqual(
      expect.arrayContaining([title, dispute, noAnswer, 'Lo corregimos.', writtenOn(day)]),
    );
    expect(texts.filter((text) => !allowed.has(text))).toEqual([]);
    await press(page, dispute);
    await page.getByLabel(receiptTexts.es.reasons.other).check();
    expect((await readVisibleTexts(page)).filter((text) => !allowed.has(text))).toEqual([]);
    await expect(page).toHaveTitle(title);
  },
);
