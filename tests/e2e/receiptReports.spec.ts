/** What a client reads when a report was not sent, in both languages. */
import { buildReceiptToken } from '#tests/support/factories/receipts.ts';
import { expect, LONG_RUN, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { createTeam, press } from './steps.ts';

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
