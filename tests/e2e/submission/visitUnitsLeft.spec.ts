/** The units left that a client reads and signs without a network. */

import type { Page } from '@playwright/test';
import { createTeam, expectText, press } from '#tests/e2e/steps.ts';
import { expect, LONG_RUN, openAs, type Product, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { waitForVisitRecords } from './offlineSteps.ts';
import { clientField, fillNote, sign, submit } from './steps.ts';
import { collectSent, unlockOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

type Team = Awaited<ReturnType<typeof createTeam>>;

/** The form without a network, for a client of 40 units. */
async function openOffline(page: Page, product: Product, prepare?: (team: Team) => Promise<unknown>) {
  allowBrowserError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED/);
  const team = await createTeam(product);
  await prepare?.(team);
  await openAs(page, product, team.employee, '/submit');
  await waitForVisitRecords(page);
  await page.context().setOffline(true);
  return team;
}

/** Grants 20 units of the service that the tests select. */
const authorize =
  (product: Product, fields: object = {}) =>
  ({ manager, client }: Team) =>
    product.call(manager.token, `POST /api/clients/${client.id}/services`, {
      category: 'sustaining',
      unitsAuthorized: 20,
      ...fields,
    });

const unitsLeft = (page: Page) => page.getByRole('status', { name: 'Units left' });

const statement = (page: Page, text: string) => page.getByText(`This uses ${text}`, { exact: false }).first();

const LAST_KNOWN =
  "Can't reach the server. Based on the last known balance, 11 units will be left after this note. You can still submit the note.";

async function expectUnknown(page: Page): Promise<void> {
  await expect(unitsLeft(page)).toContainText("Couldn't check this visit's units.");
  await expect(page.getByText('will be left')).toHaveCount(0);
}

/** Keeps a visit of 9 units, and fills in one of 4 units after it. */
async function keepAndFillNext(page: Page, { client }: Team): Promise<void> {
  await sign(page, 'Employee');
  await unlockOffline(page);
  await sign(page, 'Client');
  await submit(page);
  await expectText(page, 'Saved on this device');
  await press(page, 'New note');
  await fillNote(page, client.companyName);
  await page.getByLabel('Start time').fill('08:00');
  await page.getByLabel('End time').fill('09:00');
}

test(
  'the units of a visit that waits on the device are subtracted from those left [13.offline.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const team = await openOffline(page, product);
    await fillNote(page, team.client.companyName);
    await expect(statement(page, '9 units; 31 will be left.')).toBeVisible();
    await keepAndFillNext(page, team);
    await expect(statement(page, '4 units; 27 will be left.')).toBeVisible();
  },
);

test(
  'without a network the client reads the units left of an authorization, as far as it is known [13.offline.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const team = await openOffline(page, product, authorize(product));
    await fillNote(page, team.client.companyName);
    await expect(unitsLeft(page)).toContainText(LAST_KNOWN);
    await press(page, 'Show to the client');
    await expectText(page.getByRole('dialog'), '11 units');
    await page.keyboard.press('Escape');
    await keepAndFillNext(page, team);
    await expect(statement(page, '4 units; 7 will be left.')).toBeVisible();
    // An authorization that has lapsed since may have covered a day before today.
    await page.getByLabel('Work date').fill('2026-03-02');
    await expectUnknown(page);
  },
);

test(
  'after a reload without a network the client reads the units left of the stored copy [13.offline.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const team = await openOffline(page, product, authorize(product));
    await page.reload();
    await clientField(page).waitFor();
    await fillNote(page, team.client.companyName);
    await expect(unitsLeft(page)).toContainText(LAST_KNOWN);
    await expect(statement(page, '9 units; 11 will be left.')).toBeVisible();
  },
);

test(
  'no units left are shown for a past day that an authorization covered which has lapsed since [13.offline.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const lapsed = authorize(product, { startDate: '2026-01-01', expiryDate: '2026-03-31' });
    const team = await openOffline(page, product, lapsed);
    await fillNote(page, team.client.companyName);
    await expect(statement(page, '9 units; 31 will be left.')).toBeVisible();
    await page.getByLabel('Work date').fill('2026-03-02');
    await expectUnknown(page);
  },
);

test(
  'a waiting note of a business without a subscription is subtracted after the network is back [13.offline.120]',
  LONG_RUN,
  async ({ page, product }) => {
    allowBrowserError(/status of 402/);
    const team = await openOffline(page, product, authorize(product));
    await fillNote(page, team.client.companyName);
    await keepAndFillNext(page, team);
    const json = { code: 'subscription_required', message: 'This requires an active subscription.' };
    await collectSent(page.context(), (route) => route.fulfill({ status: 402, json }));
    await page.context().setOffline(false);
    await expectText(page, "1 note couldn't be sent.");
    await page.getByLabel('End time').fill('09:15');
    await expect(statement(page, '5 units; 6 will be left.')).toBeVisible();
    await expect(unitsLeft(page)).toContainText('6 of 20 units left');
    await page.getByLabel('Work date').fill('2026-03-02');
    await expect(unitsLeft(page)).toContainText(
      'The units left will be known once the notes on this device are sent.',
    );
    await expect(page.getByText('will be left')).toHaveCount(0);
  },
);
