/** Screenshots of a visit with the installed app on a phone in airplane mode, from its start until the note is sent. */

import type { Page } from '@playwright/test';
import { CLIENTS } from '#scripts/demo/cast.ts';
import { waitForVisitRecords } from '#tests/e2e/submission/offlineSteps.ts';
import { clientField, drawOn, field, signature, submit } from '#tests/e2e/submission/steps.ts';
import { EMPLOYEE, press, pressInDialog, sequence, shotsAt, waitForText, type Shot } from './shot.ts';

const CLIENT = 'Raymond Tully';
const CODE = CLIENTS.find(({ contactName }) => contactName === CLIENT)?.signatureCode ?? '';

/** Waits until the phone has what a visit needs, cuts the network and starts the app. */
const startOffline = (path: string) => async (page: Page) => {
  await waitForVisitRecords(page);
  await page.context().setOffline(true);
  await page.goto(path);
  await waitForText(/^No connection\./)(page);
  await page.waitForFunction(() => !document.querySelector('.animate-pulse'));
};

async function fillVisit(page: Page): Promise<void> {
  const option = clientField(page).getByRole('option', { name: CLIENT });
  await clientField(page).selectOption((await option.getAttribute('value')) ?? '');
  await page.getByRole('combobox', { name: 'Services' }).selectOption({ index: 1 });
  await page.getByLabel('Start time').fill('09:00');
  await page.getByLabel('End time').fill('10:15');
  await field(page, 'Description').fill('Cooked lunch together and practiced the new stove.');
  await field(page, 'Research').fill('Read the care plan before the visit.');
  await field(page, 'Summary').fill('Raymond turned the stove on and off by himself twice.');
}

/** Opens the pad of a signer on the whole screen. */
const openPad = (signer: string) => async (page: Page) => {
  await signature(page, signer).getByRole('button', { name: 'Tap to sign' }).click();
  await page.getByRole('dialog').getByRole('img').waitFor();
};

const draw = (page: Page) => drawOn(page, page.getByRole('dialog').getByRole('img'));

async function enterCode(page: Page): Promise<void> {
  const code = field(page, 'Client verification code');
  await code.fill(CODE);
  await code.press('Enter');
  await waitForText('No connection. The code is checked when the note is sent.')(page);
}

const center = (signer: string) => (page: Page) =>
  signature(page, signer).evaluate((element) => element.scrollIntoView({ block: 'center' }));

const start = startOffline('/submit');
const filled = sequence(start, fillVisit);
const employeePad = sequence(filled, openPad('Employee'), draw);
const locked = sequence(employeePad, pressInDialog(/^Done$/), enterCode);
const clientSigningCode = sequence(
  employeePad,
  pressInDialog(/^Done$/),
  press('Show to the client'),
  pressInDialog('Español'),
  pressInDialog('Verificar mi código'),
);
// The signing screen opens in the language of the client's last visit.
const clientSigning = sequence(locked, openPad('Client'), pressInDialog('English'));
const spanish = sequence(clientSigning, pressInDialog('Español'));
const signed = sequence(spanish, draw);
const written = sequence(signed, pressInDialog(/^Firmar$/));
const kept = sequence(written, submit, waitForText('Saved on this device'));
const listed = sequence(kept, (page) => page.goto('/my-notes'), waitForText('Not sent yet'));

export const visitShots: Shot[] = shotsAt(EMPLOYEE, '/submit', {
  'visit-home': { only: 'phone', shows: '/', act: startOffline('/') },
  'visit-form': { only: 'phone', act: start },
  'visit-filled': { only: 'phone', act: filled },
  'visit-employee-signature': { only: 'phone', act: employeePad },
  'visit-code': { only: 'phone', act: sequence(locked, center('Client')) },
  'visit-signing-code': { only: 'phone', act: clientSigningCode },
  'visit-signing': { only: 'phone', act: clientSigning },
  'visit-signing-spanish': { only: 'phone', act: spanish },
  'visit-signing-signed': { only: 'phone', act: signed },
  'visit-signatures': { only: 'phone', act: sequence(written, center('Client')) },
  'visit-receipt': { only: 'phone', act: kept },
  'visit-not-sent': { only: 'phone', shows: '/my-notes', act: listed },
  'visit-sent': {
    only: 'phone',
    shows: '/my-notes',
    act: sequence(
      listed,
      (page) => page.context().setOffline(false),
      (page) => page.getByRole('region', { name: 'Not sent yet' }).waitFor({ state: 'hidden' }),
    ),
  },
});
