/** Notes that wait while the session or the contact with the server ends. */

import type { Page } from '@playwright/test';
import { logIn, logOut } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, test, type SignedIn } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { encryptedNames, keptNames, readKeys, readOfflineHours, readStorage } from './offlineSteps.ts';
import { collectSent, expectOneNote, FIRST, focus, keepNote, openPrepared } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const ONLY_KEPT = [expect.stringContaining('unsent/')];

/** The encrypted records without the form that a user has open, which outlives the session. */
const listLeft = async (page: Page) =>
  (await encryptedNames(page)).filter((name) => !name.includes(',form/'));

test(
  'after the hours that the business chose without contact only the notes that wait are left, and are sent [13.offline.8]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { token } = await product.admin();
    await product.call(token, 'PUT /api/business', { offlineHours: 1 });
    const { team, waiting } = await keepNote(page, product);
    expect(await readOfflineHours(page)).toEqual([1]);
    await page.clock.setSystemTime(Date.now() + 59 * 60_000);
    await page.reload();
    await expect(waiting).toContainText('Maria Lopez');
    await page.clock.setSystemTime(Date.now() + 61 * 60_000);
    await page.reload();
    await expect(waiting).toBeVisible();
    await expect.poll(() => listLeft(page)).toEqual(ONLY_KEPT);
    await expect(waiting).not.toContainText('Maria Lopez');
    const left = await readStorage(page);
    for (const text of [team.client.companyName, FIRST]) expect(left).not.toContain(text);
    await page.context().setOffline(false);
    await expectOneNote(product, team);
  },
);

test(
  'notes that wait when the session ends stay unreadable for the next person, and are sent after the login of their author [13.offline.36]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 401/);
    const { team, waiting } = await keepNote(page, product);
    const { user, password, token } = team.employee;
    const other = await product.person({ firstName: 'Olga' });
    const sent = await collectSent(page.context(), (route) => route.continue());
    await product.call(token, 'POST /api/auth/logout', {});
    await page.context().setOffline(false);
    await page.waitForURL(`${product.url}/login`);
    await expect.poll(() => listLeft(page)).toEqual(ONLY_KEPT);
    sent.length = 0;

    await logIn(page, product, { username: other.user.username, password: other.password });
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    // It is stored after the notes of this user were looked for.
    const own = new RegExp(`^${other.user.id},`);
    await expect.poll(() => encryptedNames(page)).toContainEqual(expect.stringMatching(own));
    await focus(page);
    await expect(page.getByRole('heading', { name: 'My Notes' })).toBeVisible();
    await expect(waiting).toBeHidden();
    const left = await readStorage(page);
    for (const text of [team.client.companyName, FIRST]) expect(left).not.toContain(text);
    await logOut(page, page.getByRole('button', { name: 'Logout' }));
    await page.waitForURL(`${product.url}/`);
    await expect.poll(() => listLeft(page)).toEqual([expect.stringContaining(`${user.id},unsent/`)]);
    expect(sent).toEqual([]);

    const credentials = { username: user.username, password };
    await logIn(page, product, credentials);
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(sent).toEqual([FIRST]);
    const employee = await product.call<SignedIn>(null, 'POST /api/auth/login', credentials);
    await expectOneNote(product, { ...team, employee });
  },
);

for (const network of ['with', 'without'] as const) {
  test(
    `fewer hours without contact reach an app that was started ${network} a network and stays open [13.offline.8]`,
    LONG_ON_DESKTOP,
    async ({ page, product }) => {
      const { token } = await product.admin();
      await openPrepared(page, product);
      await expect.poll(() => readOfflineHours(page)).toEqual([72]);
      if (network === 'without') {
        await page.context().setOffline(true);
        await page.reload();
        await expect(page.getByText('No connection.')).toBeVisible();
        await page.context().setOffline(false);
        await expect(page.getByText('No connection.')).toBeHidden();
      }
      await product.call(token, 'PUT /api/business', { offlineHours: 1 });
      await expect.poll(() => readOfflineHours(page)).toEqual([1]);
    },
  );
}

const KEY = { isExtractable: false, isExported: false };

test(
  'the key of a user stays while a note waits after the end of the session, and is removed at the next end without one [13.offline.62]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 401/);
    const { team } = await keepNote(page, product);
    const { user, password, token } = team.employee;
    await product.call(token, 'POST /api/auth/logout', {});
    await page.context().setOffline(false);
    await page.waitForURL(`${product.url}/login`);
    await expect.poll(() => listLeft(page)).toEqual(ONLY_KEPT);
    expect(await readKeys(page)).toEqual([KEY]);

    const credentials = { username: user.username, password };
    await logIn(page, product, credentials);
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(await readKeys(page)).toEqual([KEY]);
    const session = await page.evaluate(() => localStorage.getItem('auth_token'));
    await product.call(session, 'POST /api/auth/logout', {});
    await page.waitForURL(`${product.url}/login`);
    await expect.poll(() => readKeys(page)).toEqual([]);
    expect(await encryptedNames(page)).toEqual([]);
  },
);

test(
  'the key of a user stays while a note waits for longer than the hours without contact, and is removed after them without one [13.offline.62]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { token } = await product.admin();
    await product.call(token, 'PUT /api/business', { offlineHours: 1 });
    const { team, waiting } = await keepNote(page, product);
    const keptAt = Date.now();
    await page.clock.setSystemTime(keptAt + 61 * 60_000);
    await page.reload();
    await expect.poll(() => listLeft(page)).toEqual(ONLY_KEPT);
    expect(await readKeys(page)).toEqual([KEY]);

    await page.context().setOffline(false);
    await expectOneNote(product, team);
    await expect(waiting).toBeHidden();
    await expect.poll(() => keptNames(page)).toEqual([]);
    await page.context().setOffline(true);
    await page.clock.setSystemTime(keptAt + 2 * 61 * 60_000);
    await page.reload();
    await expect.poll(() => readKeys(page)).toEqual([]);
    expect(await encryptedNames(page)).toEqual([]);
  },
);
