/** The receipt of a visit: the client's page in both languages, and the screens of author and managers. */
import type { Page } from '@playwright/test';
import {
  BOTH_SIZES,
  expect,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { buildReceiptToken } from '#tests/support/factories/receipts.ts';
import { expectAccessible, expectOtherTheme } from './accessible.ts';
import { createTeam, press } from './steps.ts';

const VISIT = { workDate: '2026-03-02', startTime: '09:00', endTime: '11:15' };

async function createReceipt(product: Product, fields: object = {}) {
  const team = await createTeam(product, fields);
  const token = buildReceiptToken();
  const note = await team.note({ ...VISIT, receiptToken: token });
  return { ...team, id: note.id, token, path: `/r/${token}` };
}

const answerDispute = (product: Product, manager: SignedIn, id: number, answer: string) =>
  product.call(manager.token, `POST /api/notes/${id}/dispute/resolve`, { answer });

/** The page at 320 px with text of twice the size needs no sideways scrolling. */
async function expectFitsLargeText(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const tooWide = await page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    return [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 200));
  });
  expect(tooWide).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  if (size) await page.setViewportSize(size);
}

const languages = {
  en: {
    title: 'Your visit',
    facts: ['Monday, March 2, 2026', '9:00 AM to 11:15 AM', '2 hours 15 minutes', '9 units', '31 units'],
    dispute: 'This is not right',
    missing: 'Please choose one.',
    other: 'Something else',
    textMissing: 'Please write what is not right.',
    text: 'Write more, if you like',
    send: 'Send',
    sent: 'Thank you. We got your message.',
    noAnswer: 'No answer yet.',
    approved: 'We checked this visit and approved it.',
  },
  es: {
    title: 'Su visita',
    facts: [
      'lunes, 2 de marzo de 2026',
      'de 9:00 a.m. a 11:15 a.m.',
      '2 horas 15 minutos',
      '9 unidades',
      '31 unidades',
    ],
    dispute: 'Esto no es correcto',
    missing: 'Por favor, elija una opción.',
    other: 'Otra cosa',
    textMissing: 'Por favor, escriba qué no es correcto.',
    text: 'Escriba más, si lo desea',
    send: 'Enviar',
    sent: 'Gracias. Recibimos su mensaje.',
    noAnswer: 'Todavía no hay respuesta.',
    approved: 'Revisamos esta visita y la aprobamos.',
  },
};

for (const [language, texts] of Object.entries(languages)) {
  test(
    `a client reads the receipt, disputes the visit and reads the answer, in ${language} [13.receipt.120 13.dispute.120]`,
    BOTH_SIZES,
    async ({ page, product }) => {
      const { id, path, manager, employee } = await createReceipt(product, { language });
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      await page.goto(product.url + path);
      await expect(page.getByRole('heading', { name: texts.title })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByText(`${employee.user.firstName} W.`)).toBeVisible();
      for (const fact of texts.facts) await expect(page.getByText(fact, { exact: true })).toBeVisible();
      await expectAccessible(page);
      await expectOtherTheme(page);
      await expectFitsLargeText(page);

      await press(page, texts.dispute);
      await expectAccessible(page);
      await expectFitsLargeText(page);
      await press(page, texts.send);
      await expect(page.getByText(texts.missing)).toBeVisible();
      await page.getByLabel(texts.other).check();
      await press(page, texts.send);
      await expect(page.getByText(texts.textMissing)).toBeVisible();
      await expect(page.getByLabel(texts.text)).toBeFocused();
      await page.getByLabel(texts.text).fill('Ben left at ten.');
      await press(page, texts.send);
      await expect(page.getByText(texts.sent)).toBeVisible();
      await expect(page.getByText('Ben left at ten.')).toBeVisible();
      await expect(page.getByText(texts.noAnswer)).toBeVisible();
      await expectAccessible(page);

      await answerDispute(product, manager, id, 'We corrected it.');
      await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'approve' });
      await page.reload();
      await expect(page.getByText('We corrected it.')).toBeVisible();
      await expect(page.getByText(texts.approved)).toBeVisible();
      await expectOtherTheme(page);
      expect([...hosts]).toEqual([product.url]);
    },
  );
}

test('the receipt is the same for a signed-in user, without the menu [13.receipt.122]', async ({
  page,
  product,
}) => {
  const { path, employee } = await createReceipt(product);
  await openAs(page, product, employee, path);
  await expect(page.getByRole('heading', { name: 'Your visit' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await press(page, 'This is not right');
  await page.keyboard.press('Escape');
  await press(page, 'Go back');
  await expect(page.getByRole('button', { name: 'This is not right' })).toBeFocused();
});

test('a link that does not work shows what to do, in the language of the browser [13.receipt.123]', async ({
  page,
  product,
}) => {
  await product.creator();
  expectBrowserError(/404/);
  await page.goto(`${product.url}/r/${buildReceiptToken()}`);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessible(page);
});
