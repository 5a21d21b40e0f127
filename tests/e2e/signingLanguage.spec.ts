/** What a client who reads Spanish gets to see while signing. */
import type { Page } from '@playwright/test';
import { receiptTexts } from '#features/notes/web/receipt/receiptTexts.ts';
import { sheetTexts } from '#features/notes/web/signing/sheetTexts.ts';
import { expect, ON_A_PHONE, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { openForm, openSheet, readVisibleTexts, sheet } from './sheetSteps.ts';
import { CODE, expectAlerts, expectText, nameOf, press } from './steps.ts';

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? Object.values({ ...value }).flatMap(listTexts) : [];
}

const spanish = new Set([receiptTexts.es, sheetTexts.es].flatMap(listTexts));

/** Dates, times and units as `values are in the language of the client` has them. */
const VALUES =
  /^(\w+, \d+ de \w+ de 20\d\d|de 10:00 p\.m\. a 12:15 a\.m\. \(día siguiente\)|2 horas y 15 minutos|(9|31) unidades)$/;

/** Expects every text over the form to be Spanish or what was entered. */
async function expectSpanishOnly(page: Page, entered: string[]): Promise<void> {
  // The live region of the page holds the title that it announced when the form opened.
  const names = ['English', 'Español', 'Submit New Note', 'Maria Lopez, por favor revise y firme'];
  const allowed = new Set([...spanish, ...entered, ...names, 'Yo, Maria Lopez, confirmo esta visita.']);
  const texts = await readVisibleTexts(page);
  expect(texts).toContain('Español');
  expect(texts.filter((text) => !allowed.has(text) && !VALUES.test(text))).toEqual([]);
}

test(
  'a wrong and a right code are explained on the sheet in Spanish only, without messages over it [13.sheet.126]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { employee } = await openForm(page, product, { language: 'es' });
    await openSheet(page);
    const entered = [nameOf(employee), 'All done as it was planned.'];
    const { codeLabel, checkCode, codeProblems, codeValid } = sheetTexts.es;
    const code = sheet(page).getByLabel(codeLabel);
    await expectSpanishOnly(page, entered);
    await code.fill('000000');
    await code.press('Enter');
    await expectAlerts(sheet(page), codeProblems.incorrect);
    await expectSpanishOnly(page, entered);
    await code.fill(CODE);
    await press(sheet(page), checkCode);
    await expect(sheet(page).getByText(codeValid)).toBeVisible();
    await expect(sheet(page).getByRole('img')).toBeVisible();
    await expectSpanishOnly(page, entered);
  },
);

test(
  'without a network the sheet explains in Spanish that the code is checked later, and the client can sign [13.sheet.126]',
  ON_A_PHONE,
  async ({ page, product }) => {
    allowBrowserError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const { employee } = await openForm(page, product, { language: 'es' });
    await openSheet(page);
    await page.context().setOffline(true);
    await sheet(page).getByLabel(sheetTexts.es.codeLabel).fill(CODE);
    await press(sheet(page), sheetTexts.es.checkCode);
    await expectText(sheet(page), sheetTexts.es.codeUnchecked);
    await expect(sheet(page).getByRole('img')).toBeVisible();
    await expectSpanishOnly(page, [nameOf(employee), 'All done as it was planned.']);
  },
);
