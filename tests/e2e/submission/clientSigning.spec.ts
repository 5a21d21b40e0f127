/** The screen on which the client signs or reports what is not right, and who signs. */

import type { Locator, Page } from '@playwright/test';
import { expectOtherTheme, expectSound } from '#tests/e2e/accessible.ts';
import { CODE, expectAlerts, expectText, press, pressAndConfirm } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_RUN,
  ON_A_PHONE,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { button, clientGroup, openForm, openClientSigning, clientSigning } from './clientSigningSteps.ts';
import { drawOn, field, PHONE, PHONE_SIDEWAYS, readOnlyNote, sign, submit, unlock } from './steps.ts';

const SUBMITTED = 'Note submitted successfully!';

interface StoredNote {
  id: number;
  disputed: boolean;
  isClientSigned: boolean;
  signer: object | null;
  clientSignature: string | null;
  capture: { clientSignedAt: string | null };
}

const readStored = (product: Product, author: SignedIn) => readOnlyNote<StoredNote>(product, author);

const languages = {
  en: {
    name: 'English',
    title: 'Maria Lopez, please check and sign',
    details: ['10:00 PM to 12:15 AM (next day)', '2 hours 15 minutes', '9 units', '31 units'],
    statement: 'I, Maria Lopez, confirm this visit.',
    sign: 'Sign',
    inkMissing: 'Please sign in the box first.',
    typeName: 'Type my name',
    dispute: 'This is not right',
    reason: 'The times are wrong',
    reasonMissing: 'Please choose one.',
    text: 'Describe the problem',
    save: 'Save',
    back: 'Go back',
  },
  es: {
    name: 'Español',
    title: 'Maria Lopez, por favor, revise y firme',
    details: [
      'de 10:00 p.m. a 12:15 a.m. (día siguiente)',
      '2 horas y 15 minutos',
      '9 unidades',
      '31 unidades',
    ],
    statement: 'Yo, Maria Lopez, confirmo esta visita.',
    sign: 'Firmar',
    inkMissing: 'Por favor, firme primero en el recuadro.',
    typeName: 'Escribir mi nombre',
    dispute: 'Algo no está bien',
    reason: 'El horario no es correcto',
    reasonMissing: 'Por favor, elija una opción.',
    text: 'Describa el problema',
    save: 'Guardar',
    back: 'Volver',
  },
};

test(
  'a client reads the signing screen in Spanish and signs it; the language is remembered [13.sheet.120,123]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { client, employee } = await openForm(page, product);
    await unlock(page);
    await openClientSigning(page);
    await expect(clientSigning(page)).toHaveAttribute('lang', 'en');
    await press(clientSigning(page), 'Español');
    const texts = languages.es;
    await expect(clientSigning(page)).toHaveAttribute('lang', 'es');
    await expect(clientSigning(page)).toHaveAccessibleName(texts.title);
    await expect(clientSigning(page)).toHaveAccessibleDescription(/Quién vino.+9 unidades.+31 unidades/);
    await expectText(clientSigning(page), ...texts.details, texts.statement);
    await press(clientSigning(page), texts.sign);
    await expect(clientSigning(page).getByText(texts.inkMissing)).toBeVisible();
    await drawOn(page, clientSigning(page).getByRole('img'));
    await press(clientSigning(page), texts.sign);
    await expect(clientGroup(page).getByRole('status')).toHaveText('Signed');
    await submit(page);
    await expectText(page, SUBMITTED);
    expect(await readStored(product, employee)).toMatchObject({
      isClientSigned: true,
      signer: { kind: 'client', typed: null },
    });
    const stored = await product.call<{ language: string }>(employee.token, `GET /api/clients/${client.id}`);
    expect(stored.language).toBe('es');
  },
);

test('"This is not right" on the signing screen is sent without code and signature, and shown to the manager [13.sheet.122]', async ({
  page,
  product,
}) => {
  const { employee, manager } = await openForm(page, product);
  const texts = languages.en;
  const report = page.getByRole('group', { name: 'Reported by the client' });
  // The client need not give the code.
  await openClientSigning(page);
  await expect(button(clientSigning(page), texts.sign)).toHaveCount(0);
  await press(clientSigning(page), texts.dispute);
  await press(clientSigning(page), texts.save);
  await expect(clientSigning(page).getByText(texts.reasonMissing)).toBeVisible();
  await clientSigning(page).getByLabel(texts.reason).check();
  await clientSigning(page).getByLabel(texts.text).fill('She left at ten.');
  await press(clientSigning(page), texts.save);
  await expect(report).toBeFocused();
  await expectText(report, texts.reason, 'She left at ten.');
  await expect(field(page, 'Client verification code')).toHaveCount(0);
  // The stored form has it too.
  await page.reload();
  await expectText(report, 'She left at ten.');
  await submit(page);
  await expectText(page, SUBMITTED);
  const { id, ...stored } = await readStored(product, employee);
  expect(stored).toMatchObject({
    disputed: true,
    isClientSigned: false,
    clientSignature: null,
    capture: { clientSignedAt: null },
  });
  await openAs(page, product, manager, `/review?note=${id}`);
  const article = page.getByRole('article');
  await expectText(article, 'Disputed', texts.reason, 'She left at ten.', 'No signature');
  await expect(article.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
});

test(
  'what the client reported can be taken back, and then the client signs [13.sheet.122]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee } = await openForm(page, product);
    await openClientSigning(page);
    await press(clientSigning(page), languages.en.dispute);
    await clientSigning(page).getByLabel(languages.en.reason).check();
    await press(clientSigning(page), languages.en.save);
    await expectSound(page);
    await pressAndConfirm(page, 'Remove', 'Remove');
    await submit(page);
    await expectAlerts(page, 'Client verification code must be at least 4 characters');
    await unlock(page);
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, SUBMITTED);
    expect(await readStored(product, employee)).toMatchObject({ disputed: false, isClientSigned: true });
  },
);

test(
  'a client enters the code on the signing screen, in the language of the screen, and then signs there [13.sheet.125]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee } = await openForm(page, product);
    await openClientSigning(page);
    await press(clientSigning(page), 'Español');
    const code = clientSigning(page).getByLabel('Su código');
    await press(clientSigning(page), 'Verificar mi código');
    await expectAlerts(clientSigning(page), 'Su código tiene al menos 4 letras o números.');
    await code.fill(`${CODE}x`);
    await code.press('Enter');
    await expectAlerts(clientSigning(page), 'Este código no es correcto.');
    await expectSound(page);
    await expectFitsLargeText(page, button(clientSigning(page), 'Algo no está bien'));
    await code.fill(CODE);
    await press(clientSigning(page), 'Verificar mi código');
    await expect(code).toBeHidden();
    await drawOn(page, clientSigning(page).getByRole('img'));
    await press(clientSigning(page), languages.es.sign);
    await submit(page);
    await expectText(page, SUBMITTED);
    expect(await readStored(product, employee)).toMatchObject({ isClientSigned: true });
  },
);

/** The signing screen at 320 px with text of twice the size: nothing is wider than the screen, and the end can be reached. */
async function expectFitsLargeText(page: Page, last: Locator): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const tooWide = await clientSigning(page).evaluate((dialog) =>
    [...dialog.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > dialog.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 200)),
  );
  expect(tooWide).toEqual([]);
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  if (size) await page.setViewportSize(size);
}

for (const [language, texts] of Object.entries(languages)) {
  test(
    `the signing screen is accessible and fits 320 px with 200 % text, in ${language} [13.sheet.120]`,
    LONG_RUN,
    async ({ page, product }) => {
      await openForm(page, product, { language });
      await unlock(page);
      await openClientSigning(page);
      await expect(clientSigning(page)).toHaveAttribute('lang', language);
      await expectText(clientSigning(page), texts.title, ...texts.details);
      await expectSound(page);
      await expectOtherTheme(page);
      const dispute = button(clientSigning(page), texts.dispute);
      await expectFitsLargeText(page, dispute);
      await press(clientSigning(page), texts.typeName);
      await expectSound(page);
      await expectFitsLargeText(page, dispute);
      await dispute.click();
      await expectSound(page);
      await expectOtherTheme(page);
      await expectFitsLargeText(page, button(clientSigning(page), texts.back));
    },
  );
}

test('a client types the name instead of drawing [13.signer.123]', LONG_RUN, async ({ page, product }) => {
  const { employee } = await openForm(page, product);
  await unlock(page);
  await openClientSigning(page);
  await press(clientSigning(page), 'Type my name');
  await press(clientSigning(page), 'Sign');
  await expect(clientSigning(page).getByText('Please type your name first.')).toBeVisible();
  await clientSigning(page).getByLabel('Your full name').fill(' Maria Lopez ');
  await press(clientSigning(page), 'Sign');
  await expect(clientGroup(page).getByRole('img')).toBeVisible();
  await submit(page);
  await expectText(page, SUBMITTED);
  const { signer, clientSignature } = await readStored(product, employee);
  expect(signer).toMatchObject({ kind: 'client', typed: 'Maria Lopez' });
  expect(clientSignature).toMatch(/^data:image\/png;base64,/);
});

test(
  'a representative signs with name and relation, which a draft keeps [13.signer.121,122]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee } = await openForm(page, product);
    await page.getByText('A representative', { exact: true }).click();
    await expectText(clientGroup(page), "Enter the representative's name and relationship first.");
    await submit(page);
    await expectAlerts(
      page,
      'Enter the name of the representative',
      'Enter what the representative is to the client',
    );
    await field(page, "Representative's name").fill('Ann Miller');
    await field(page, 'Relationship to the client').fill('Mother');
    await press(page, 'Save Draft');
    await clientSigning(page).getByRole('textbox', { name: 'Draft name' }).fill('Ann signs');
    await press(clientSigning(page), 'Save Draft');
    await expect(clientSigning(page)).toBeHidden();
    await page.getByText('The client', { exact: true }).click();
    await press(page, 'Load Draft');
    await clientSigning(page)
      .getByRole('button', { name: /^Ann signs/ })
      .click();
    await expect(field(page, 'Relationship to the client')).toHaveValue('Mother');
    await unlock(page);
    await openClientSigning(page);
    await expectText(clientSigning(page), 'I, Ann Miller (Mother), confirm this visit for Maria Lopez.');
    await drawOn(page, clientSigning(page).getByRole('img'));
    await press(clientSigning(page), 'Sign');
    await submit(page);
    await expectText(page, SUBMITTED);
    expect((await readStored(product, employee)).signer).toMatchObject({
      kind: 'representative',
      name: 'Ann Miller',
      relation: 'Mother',
    });
  },
);

test(
  'a client who cannot sign needs a reason, if the business allows it [13.signer.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const admin = await product.admin();
    const allow = (allowUnsigned: boolean) =>
      product.call(admin.token, 'PUT /api/business', { allowUnsigned });
    await allow(true);
    const { employee } = await openForm(page, product);
    await page.getByLabel('Cannot sign today').check();
    await expect(clientGroup(page)).toHaveCount(0);
    await expect(field(page, 'Client verification code')).toHaveCount(0);
    await submit(page);
    await expectAlerts(page, 'Enter why the client cannot sign');
    await field(page, "Why the client can't sign").fill('In hospital');
    await expectSound(page);
    // The server refuses it at the same field.
    await allow(false);
    expectBrowserError(/400/);
    await submit(page);
    await expectAlerts(page, "Your business requires the client's signature");
    await allow(true);
    await submit(page);
    await expectText(page, SUBMITTED);
    expect(await readStored(product, employee)).toMatchObject({
      isClientSigned: false,
      signer: { kind: 'none', reason: 'In hospital' },
      capture: { clientSignedAt: null },
    });
  },
);

test(
  'the signing screen keeps the strokes when the phone is rotated [13.sheet.124]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee } = await openForm(page, product);
    await unlock(page);
    await page.setViewportSize(PHONE);
    await openClientSigning(page);
    const pad = clientSigning(page).getByRole('img');
    await drawOn(page, pad);
    for (const size of [PHONE_SIDEWAYS, PHONE, PHONE_SIDEWAYS]) {
      await page.setViewportSize(size);
      await expect(pad).toHaveAccessibleName('Your signature: signed.');
      await button(clientSigning(page), 'Sign').scrollIntoViewIfNeeded();
      await expect(button(clientSigning(page), 'Sign')).toBeInViewport({ ratio: 1 });
      await expect(pad).toBeInViewport({ ratio: 0.5 });
    }
    await press(clientSigning(page), 'Español');
    await press(clientSigning(page), 'Firmar');
    await submit(page);
    await expectText(page, SUBMITTED);
    expect((await readStored(product, employee)).isClientSigned).toBe(true);
  },
);
