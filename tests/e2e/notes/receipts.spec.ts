/** The receipt of a visit: the client's page in both languages, and the screens of author and managers. */

import type { Page } from '@playwright/test';
import { expectAccessible, expectOtherTheme, expectSound } from '#tests/e2e/accessible.ts';
import { createTeam, expectText, press, pressAndConfirm } from '#tests/e2e/steps.ts';
import { field, fillAndSign, signature, submitForToken } from '#tests/e2e/submission/steps.ts';
import { buildReceiptToken } from '#tests/support/factories/receipts.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_RUN,
  ON_A_PHONE,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const VISIT = { workDate: '2026-03-02', startTime: '09:00', endTime: '11:15' };

async function createReceipt(product: Product, fields: object = {}) {
  const team = await createTeam(product, fields);
  const token = buildReceiptToken();
  const note = await team.note({ ...VISIT, receiptToken: token });
  return { ...team, id: note.id, token, path: `/r/${token}` };
}

const answerDispute = (product: Product, manager: SignedIn, id: number, answer: string) =>
  product.call(manager.token, `POST /api/notes/${id}/dispute/resolve`, { answer });

/** The mark of the only disputed visit on a screen, or in the dialog over it. */
const disputedMark = (page: Page) =>
  page.getByRole('dialog').or(page.getByRole('main')).getByText('Disputed', { exact: true });

const toUnitHistory = ({ id }: { id: number }) => `/clients/${id}/units`;
const toWeekOf = ({ user }: SignedIn) => `/payroll?week=${VISIT.workDate}&person=${user.id}`;

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
    details: ['Monday, March 2, 2026', '9:00 AM to 11:15 AM', '2 hours 15 minutes', '9 units', '31 units'],
    dispute: 'This is not right',
    missing: 'Please choose one.',
    other: 'Something else',
    textMissing: 'Please write what is not right.',
    text: 'Describe the problem',
    send: 'Send',
    sent: 'Thank you. We got your message.',
    noAnswer: 'No answer yet.',
    approved: 'We reviewed this visit and approved it.',
  },
  es: {
    title: 'Su visita',
    details: [
      'lunes, 2 de marzo de 2026',
      'de 9:00 a.m. a 11:15 a.m.',
      '2 horas y 15 minutos',
      '9 unidades',
      '31 unidades',
    ],
    dispute: 'Algo no está bien',
    missing: 'Por favor, elija una opción.',
    other: 'Otra cosa',
    textMissing: 'Por favor, escriba qué no está bien.',
    text: 'Describa el problema',
    send: 'Enviar',
    sent: 'Gracias. Recibimos su mensaje.',
    noAnswer: 'Todavía no hay respuesta.',
    approved: 'Revisamos esta visita y la aprobamos.',
  },
};

for (const [language, texts] of Object.entries(languages)) {
  test(
    `a client reads the receipt, disputes the visit and reads the answer, in ${language} [13.receipt.120 13.dispute.120]`,
    language === 'es' ? ON_A_PHONE : {},
    async ({ page, product }) => {
      const { id, path, manager, employee } = await createReceipt(product, { language });
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      await page.goto(product.url + path);
      await expect(page.getByRole('heading', { name: texts.title })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByText(`${employee.user.firstName} W.`)).toBeVisible();
      for (const detail of texts.details) await expect(page.getByText(detail, { exact: true })).toBeVisible();
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
      await expect(page.getByRole('status')).toHaveText('');
      await press(page, texts.send);
      // The form, which had the focus, is gone.
      await expect(page.getByRole('status').filter({ hasText: texts.sent })).toBeFocused();
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

test(
  'the receipt is the same for a signed-in user, without the menu [13.receipt.122]',
  LONG_RUN,
  async ({ page, product }) => {
    const { path, employee } = await createReceipt(product);
    await openAs(page, product, employee, path);
    await expect(page.getByRole('heading', { name: 'Your visit' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await press(page, 'This is not right');
    await page.keyboard.press('Escape');
    await press(page, 'Go back');
    await expect(page.getByRole('button', { name: 'This is not right' })).toBeFocused();
  },
);

test(
  'the language of a receipt can be changed on its page [13.receipt.127]',
  LONG_RUN,
  async ({ page, product }) => {
    const { path } = await createReceipt(product, { language: 'en' });
    await page.goto(product.url + path);
    await press(page, 'Español');
    for (const text of [languages.es.title, ...languages.es.details]) await expectText(page, text);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await press(page, 'English');
    await expectText(page, languages.en.title);
  },
);

test(
  'a link that does not work shows what to do, in the language of the browser [13.receipt.123]',
  LONG_RUN,
  async ({ page, product }) => {
    await product.creator();
    expectBrowserError(/404/);
    await page.goto(`${product.url}/r/${buildReceiptToken()}`);
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'the author shows the client the code once after submitting, and copies the visit [13.receipt.124]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client } = await createTeam(product);
    await openAs(page, product, employee, '/submit');
    await fillAndSign(page, client.companyName);
    const receiptToken = await submitForToken(page);
    const heading = page.getByRole('heading', { name: 'Submitted: Maria Lopez, 9 units, 31 left' });
    await expect(heading).toBeVisible();
    await expect(heading).toBeFocused();
    await expect(page.getByRole('img', { name: "QR code of the client's receipt" })).toBeVisible();
    await expect(page.getByText(`/r/${receiptToken}`)).toBeVisible();
    await expectSound(page);
    await expectOtherTheme(page);
    await press(page, 'Copy this visit');
    await expect(field(page, 'Description')).toHaveValue('Cleaned the kitchen together.');
    await expect(signature(page, 'Employee').getByRole('status')).toHaveText('Not signed yet');
    await expect(page.getByText(receiptToken)).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(receiptToken);
  },
);

test(
  'a manager makes a new link, shows its code and revokes it [13.receipt.125]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, id, path } = await createReceipt(product);
    await openAs(page, product, manager, `/review?note=${id}`);
    await expect(page.getByText(/^The client's link works until/)).toBeVisible();
    await pressAndConfirm(page, 'New receipt link', 'Create link');
    const link = page.getByText(`${product.url.replace('127.0.0.1', 'localhost')}/r/`);
    await expect(link).toBeVisible();
    await expect(page.getByRole('img', { name: "QR code of the client's receipt" })).toBeVisible();
    await expectSound(page);
    const read = (address: string) =>
      page.request.get(`${product.url}/api/receipts/${address.split('/r/')[1]}`);
    const newPath = (await link.textContent()) ?? '';
    expect([(await read(path)).status(), (await read(newPath)).status()]).toEqual([404, 200]);
    await press(page, 'Done');
    await expect(link).toHaveCount(0);
    await pressAndConfirm(page, 'Revoke', 'Revoke');
    await expect(page.getByText(/^Link revoked on/)).toBeVisible();
    expect((await read(newPath)).status()).toBe(404);
  },
);

test(
  'managers see a dispute on Home, in queue, note and list, and answer it; then the note can be approved [13.dispute.121,122]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { manager, employee, id, token } = await createReceipt(product);
    const body = { reason: 'wrong_times', text: 'She left at ten.' };
    await product.call(null, `POST /api/receipts/${token}/dispute`, body);
    await openAs(page, product, employee, `/my-notes?note=${id}`);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('She left at ten.')).toBeVisible();
    await expect(dialog.getByText('A manager has to answer before the note can be approved.')).toBeVisible();
    await openAs(page, product, manager);
    const listed = page.getByRole('main').getByRole('link', { name: /Maria Lopez.*not answered yet\.$/ });
    await expectSound(page);
    await listed.click();
    await expect(page).toHaveURL(`${product.url}/management?note=${id}`);
    await page.goto(`${product.url}/review?note=${id}`);
    await expect(page.getByRole('listitem').getByText('Disputed', { exact: true })).toBeVisible();
    const article = page.getByRole('article');
    await expect(article.getByText('The times are wrong', { exact: true })).toBeVisible();
    await expect(article.getByRole('button', { name: /^Deny/ })).toBeVisible();
    await expect(article.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    await expectSound(page);
    await press(article, 'Answer');
    await press(article, 'Send answer');
    await expect(article.getByText('An answer is required')).toBeVisible();
    await article.getByLabel('Answer to the client').fill('We corrected it.');
    await expectSound(page);
    await press(article, 'Send answer');
    await expect(article.getByText('We corrected it.')).toBeVisible();
    await expect(article.getByText(/^Answered by Mia/)).toBeVisible();
    await article.getByRole('button', { name: /^Approve/ }).click();
    await expectText(page, 'Note Approved');
    const isRead = page.waitForResponse('**/api/management/disputes');
    await page.goto(product.url);
    await isRead;
    await expect(page.getByRole('status', { name: 'Loading your day' })).toBeHidden();
    await expect(listed).toBeHidden();
  },
);

test(
  'a dispute is marked in all notes, search results, the palette, the dashboard, the record of its client, payroll and My Notes [13.dispute.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client, token } = await createReceipt(product);
    await product.call(null, `POST /api/receipts/${token}/dispute`, { reason: 'not_here' });
    const lists: [SignedIn, string][] = [
      [manager, '/management'],
      [manager, '/search?show=all'],
      [manager, '/dashboard'],
      [manager, `/clients/${client.id}/notes`],
      [manager, toUnitHistory(client)],
      [manager, toWeekOf(employee)],
      [employee, '/my-notes'],
      [employee, '/dashboard'],
    ];
    for (const [user, path] of lists) {
      await openAs(page, product, user, path);
      await expect(disputedMark(page)).toBeVisible();
      await expectSound(page);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Screen, client, person or note' }).fill(client.contactName);
    await expect(
      page.getByRole('group', { name: 'Notes', exact: true }).getByRole('option').first(),
    ).toContainText('Disputed · ');
    await page.keyboard.press('Escape');
    await expectSound(page);
  },
);

test(
  'the mark of a dispute leaves the open unit history, week of payroll and denied work when a manager answers [13.dispute.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client, id, token } = await createReceipt(product);
    const expectMarkUntilAnswer = async (path: string) => {
      await product.call(null, `POST /api/receipts/${token}/dispute`, { reason: 'not_here' });
      await openAs(page, product, manager, path);
      await expect(disputedMark(page)).toBeVisible();
      await expectSound(page);
      await answerDispute(product, manager, id, 'We corrected it.');
      await expect(disputedMark(page)).toHaveCount(0);
    };
    await expectMarkUntilAnswer(toUnitHistory(client));
    await expectMarkUntilAnswer(toWeekOf(employee));
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'deny', reason: 'No' });
    await expectMarkUntilAnswer(`/payroll?week=${VISIT.workDate}`);
  },
);

test(
  'a manager chooses language and emails of a client, and what receipts show [13.receipt.126]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, client } = await createTeam(product);
    await openAs(page, product, manager, `/clients/${client.id}`);
    await press(page, 'Edit Client');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Language').selectOption('Spanish');
    await dialog.getByLabel('Visit receipts').selectOption('Sent by email');
    await press(dialog, 'Update Client');
    await expect(dialog).toHaveCount(0);
    expect(await product.call(manager.token, `GET /api/clients/${client.id}`)).toMatchObject({
      language: 'es',
      receiptsByEmail: true,
    });
    await page.goto(`${product.url}/business-settings`);
    await page.getByRole('group', { name: 'Description on receipts' }).getByLabel('Show').check();
    await press(page, 'Save settings');
    await expectText(page, 'Business settings saved');
    expect(await product.call(manager.token, 'GET /api/business')).toMatchObject({ receiptShowsText: true });
  },
);
