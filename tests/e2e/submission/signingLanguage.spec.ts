/** Signing in the language of a client who reads Spanish. */

import type { Page } from '@playwright/test';
import { receiptTexts } from '#features/notes/web/receipt/receiptTexts.ts';
import { clientSigningTexts } from '#features/submission/web/signing/clientSigningTexts.ts';
import { expectNoSidewaysScroll, expectSound } from '#tests/e2e/accessible.ts';
import { CODE, expectAlerts, expectText, nameOf, press } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, type SignedIn, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import {
  button,
  clientGroup,
  openForm,
  openClientSigning,
  readVisibleTexts,
  clientSigning,
  SPANISH_TEXTS,
} from './clientSigningSteps.ts';
import { drawOn, field, readOnlyNote, submit, unlock } from './steps.ts';

/** Dates, times, units and the hint of a text as `values are in the language of the client` has them. */
const VALUES =
  /^(\p{L}+, \d+ de \p{L}+ de 20\d\d|de 10:00 p\.m\. a 12:15 a\.m\. \(día siguiente\)|2 horas y 15 minutos|(9|31) unidades|Con sus propias palabras\. Caracteres restantes: 1000\.)$/u;

/** Expects every text over the form to be Spanish or what was entered. */
async function expectSpanishOnly(page: Page, author: SignedIn): Promise<void> {
  const entered = [nameOf(author), 'All done as it was planned.', 'Cleaned the kitchen together.'];
  // The live region of the page holds the title that it announced when the form opened.
  const names = ['English', 'Español', 'Submit New Note', 'Maria Lopez, por favor, revise y firme'];
  const allowed = new Set([...SPANISH_TEXTS, ...entered, ...names, 'Yo, Maria Lopez, confirmo esta visita.']);
  const texts = await readVisibleTexts(page);
  expect(texts).toContain('Español');
  expect(texts.filter((text) => !allowed.has(text) && !VALUES.test(text))).toEqual([]);
}

test(
  'a wrong and a right code are explained on the signing screen in Spanish only, without messages over it [13.sheet.126]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee } = await openForm(page, product, { language: 'es' });
    await openClientSigning(page);
    const { codeLabel, checkCode, codeProblems, codeValid } = clientSigningTexts.es;
    const code = clientSigning(page).getByLabel(codeLabel);
    await expectSpanishOnly(page, employee);
    await code.fill('000000');
    await code.press('Enter');
    await expectAlerts(clientSigning(page), codeProblems.incorrect);
    await expectSpanishOnly(page, employee);
    await code.fill(CODE);
    await press(clientSigning(page), checkCode);
    await expect(clientSigning(page).getByText(codeValid)).toBeVisible();
    await expect(clientSigning(page).getByRole('img')).toBeVisible();
    await expectSpanishOnly(page, employee);
  },
);

test(
  'without a network the signing screen explains in Spanish that the code is checked later, and the client can sign [13.sheet.126]',
  LONG_RUN,
  async ({ page, product }) => {
    allowBrowserError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const { employee } = await openForm(page, product, { language: 'es' });
    await openClientSigning(page);
    await page.context().setOffline(true);
    await clientSigning(page).getByLabel(clientSigningTexts.es.codeLabel).fill(CODE);
    await press(clientSigning(page), clientSigningTexts.es.checkCode);
    await expectText(clientSigning(page), clientSigningTexts.es.codeUnchecked);
    await expect(clientSigning(page).getByRole('img')).toBeVisible();
    await expectSpanishOnly(page, employee);
  },
);

const TABLET = { width: 768, height: 1024 };

test(
  'on a tablet the client signs in the form in the language chosen there, which is remembered [13.sheet.127]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await page.setViewportSize(TABLET);
    const { client, employee } = await openForm(page, product);
    const group = clientGroup(page);
    await expect(group).toContainText('This uses 9 units; 31 will be left.');
    await expect(button(group, receiptTexts.en.dispute)).toBeVisible();
    await press(group, 'Español');
    const statement = group.getByText(`Yo, Maria Lopez, confirmo que ${nameOf(employee)} me atendió el`);
    await expect(statement).toHaveText(
      /a 12:15 a\.m\. \(día siguiente\)\. Esta visita usa 9 unidades\. Quedarán 31/,
    );
    await expect(statement).toHaveAttribute('lang', 'es');
    await unlock(page);
    const pad = group.getByRole('img', { name: clientSigningTexts.es.padEmpty });
    await expect(pad).toBeVisible();
    await expectSound(page);
    await drawOn(page, pad);
    await expect(group.getByRole('img', { name: clientSigningTexts.es.padSigned })).toBeVisible();
    await press(group, clientSigningTexts.es.clear);
    await drawOn(page, pad);
    await expect(button(group, 'Deshacer')).toBeEnabled();
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    expect(await readOnlyNote(product, employee)).toMatchObject({ isClientSigned: true });
    expect(await product.call(employee.token, `GET /api/clients/${client.id}`)).toMatchObject({
      language: 'es',
    });
  },
);

test(
  'on a tablet the client reports a problem beside the pad in the form, in their language [13.sheet.127]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await page.setViewportSize(TABLET);
    const { employee } = await openForm(page, product, { language: 'es' });
    const { dispute, reasons, reasonLabel, cancel } = receiptTexts.es;
    await expectNoSidewaysScroll(page);
    await press(clientGroup(page), dispute);
    await expectText(clientSigning(page), reasonLabel);
    await expectSpanishOnly(page, employee);
    await press(clientSigning(page), cancel);
    await expect(clientSigning(page).getByLabel(clientSigningTexts.es.codeLabel)).toBeVisible();
    await press(clientSigning(page), clientSigningTexts.es.close);
    await press(clientGroup(page), dispute);
    await clientSigning(page).getByLabel(reasons.not_here).check();
    await press(clientSigning(page), clientSigningTexts.es.save);
    await expect(page.getByRole('group', { name: 'Reported by the client' })).toBeFocused();
    await expect(field(page, 'Client verification code')).toHaveCount(0);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    expect(await readOnlyNote(product, employee)).toMatchObject({ disputed: true, isClientSigned: false });
  },
);
