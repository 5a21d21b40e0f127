/** Kept notes that the server refuses. */

import type { Page } from '@playwright/test';
import { assign, expectAlerts, expectText, press } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, type Product, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { keptNames } from './offlineSteps.ts';
import { field, sign, submit } from './steps.ts';
import {
  collectSent,
  expectOneNote,
  FIRST,
  focus,
  keepAnother,
  keepNote,
  notesOf,
  SECOND,
} from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

/** A note that was kept and that the server refused with this body; My Notes is open. */
async function openRefused(page: Page, product: Product, refusal: { status: number; json: object }) {
  allowBrowserError(/status of 4\d\d/);
  const { team, waiting } = await keepNote(page, product);
  await page.context().route('**/api/notes', (route) => route.fulfill(refusal));
  await page.context().setOffline(false);
  await expect(waiting).toContainText("Couldn't be sent");
  await page.context().unroute('**/api/notes');
  return { team, waiting };
}

/** Collects the bodies of the notes that the page sends. */
function collectBodies(page: Page): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notes') && request.method() === 'POST')
      bodies.push(request.postDataJSON() as Record<string, unknown>);
  });
  return bodies;
}

/** Another author stores the capture of a note, so that the server refuses the note. */
async function storeAsAnother(
  product: Product,
  { manager, client }: Awaited<ReturnType<typeof keepNote>>['team'],
  sent: object | undefined,
) {
  const other = await product.person({ firstName: 'Ada' });
  await assign(product, manager, client, other);
  await product.call(other.token, 'POST /api/notes', { ...sent, receiptToken: undefined });
  return other;
}

/** Gives or takes space on the device for changes of the notes that wait. */
const setSpace = (page: Page, hasSpace: boolean) =>
  page.evaluate((has) => {
    const store = IDBObjectStore.prototype as IDBObjectStore & { realPut?: IDBObjectStore['put'] };
    const put = (store.realPut ??= store.put);
    store.put = function (value: unknown, key?: IDBValidKey) {
      if (!has && JSON.stringify(key).includes('unsent/'))
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return put.call(this, value, key);
    };
  }, hasSpace);

test(
  'a note that the server refuses stays, and is sent again as it was signed [13.offline.12]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const json = { code: 'client_not_assigned', message: 'This client was never assigned to you.' };
    const { team, waiting } = await openRefused(page, product, { status: 403, json });
    await expect(waiting).toContainText('This client was never assigned to you.');
    await press(waiting, 'Try again');
    await expect(waiting).toBeHidden();
    await expectOneNote(product, team);
  },
);

test(
  'a refused note is a draft that shows the issue at its field, in My Notes and in Load Draft [13.offline.16]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const issues = [{ path: ['summary'], message: 'Summary must not repeat the description' }];
    const json = { code: 'invalid_input', message: 'Some fields are invalid.', issues };
    const { team, waiting } = await openRefused(page, product, { status: 400, json });
    await page.getByRole('link', { name: 'Submit Note' }).first().click();
    await press(page, 'Load Draft');
    await page.getByRole('button', { name: /On this device · couldn't be sent/ }).click();
    await expectAlerts(page, 'Summary must not repeat the description');
    await expect(field(page, 'Summary')).toBeFocused();
    await field(page, 'Summary').fill('Everything was done as it was planned.');
    await expectText(page, 'Both signatures removed');
    await field(page, 'Summary').fill('All done as it was planned.');
    await sign(page, 'Employee');
    await sign(page, 'Client');
    await submit(page);
    await expectOneNote(product, team);
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expect(waiting).toBeHidden();
  },
);

test(
  'a refusal without a field is shown above the button of the note that is opened [13.offline.16]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const json = { code: 'client_not_assigned', message: 'This client was never assigned to you.' };
    const { team, waiting } = await openRefused(page, product, { status: 403, json });
    await press(waiting, 'Open');
    const banner = page.getByText(/This client was never assigned to you\./);
    await expect(banner).toBeVisible();
    await submit(page);
    await expectOneNote(product, team);
  },
);

test(
  'without a subscription the queue stops at its first note, and sends all in order after it was renewed [13.offline.34]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 402/);
    const { team, waiting } = await keepNote(page, product);
    await keepAnother(page, team);
    let isPaid = false;
    const json = {
      code: 'subscription_required',
      message: 'This requires an active subscription. Nothing was changed.',
    };
    const sent = await collectSent(page.context(), (route) =>
      isPaid ? route.continue() : route.fulfill({ status: 402, json }),
    );
    await page.context().setOffline(false);
    await expect(waiting).toContainText(
      'Your business has no active subscription. Ask an admin to renew it.',
    );
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expectText(page, "1 note couldn't be sent.", '1 note is not sent yet.');
    expect(sent).not.toContain(SECOND);
    expect(await keptNames(page)).toHaveLength(2);
    isPaid = true;
    sent.length = 0;
    await press(page, 'Open My Notes');
    await focus(page);
    await expect(waiting).toBeHidden();
    expect(sent).toEqual([FIRST, SECOND]);
    expect(await notesOf(product, team.employee)).toHaveLength(2);
  },
);

test(
  'a note that is refused with 409 stays over a reload while the next one is sent, and can be sent later [13.offline.12]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 409/);
    const { team, waiting } = await keepNote(page, product);
    await keepAnother(page, team);
    const json = { code: 'client_inactive', message: 'This client is inactive. Ask a manager.' };
    const sent = await collectSent(page.context(), (route, attempt) =>
      attempt > 1 ? route.continue() : route.fulfill({ status: 409, json }),
    );
    await page.context().setOffline(false);
    const listSent = async () => (await notesOf(product, team.employee)).map(({ content }) => content);
    await expect.poll(() => keptNames(page)).toHaveLength(1);
    expect(await listSent()).toEqual([SECOND]);
    await page.reload();
    await expect(waiting).toContainText('This client is inactive. Ask a manager.');
    await focus(page);
    expect(sent).toEqual([FIRST, SECOND]);
    await press(waiting, 'Try again');
    await expect(waiting).toBeHidden();
    expect(sent).toEqual([FIRST, SECOND, FIRST]);
    expect((await listSent()).toSorted((a, b) => a.localeCompare(b))).toEqual([FIRST, SECOND]);
  },
);

test(
  'a note whose capture another author has stored stays on the device with the refusal of the server [13.offline.12]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 409/);
    const bodies = collectBodies(page);
    const { team, waiting } = await keepNote(page, product);
    const other = await storeAsAnother(product, team, bodies[0]);
    await page.context().setOffline(false);
    await expect(waiting).toContainText("Couldn't be sent");
    await expect(waiting).toContainText('Copy your text into a new note, then discard this one.');
    expect(await keptNames(page)).toHaveLength(1);
    expect(await notesOf(product, team.employee)).toEqual([]);
    expect(await notesOf(product, other)).toHaveLength(1);
  },
);

test(
  'a note whose refusal the device has no space to store is sent again later, and the next one is sent now [13.offline.12]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 409/);
    const bodies = collectBodies(page);
    const { team, waiting } = await keepNote(page, product);
    await storeAsAnother(product, team, bodies[0]);
    const [first] = await keptNames(page);
    await keepAnother(page, team);
    bodies.length = 0;
    const listSent = () => bodies.map(({ description }) => description);
    await setSpace(page, false);
    await page.context().setOffline(false);
    await expect
      .poll(async () => (await notesOf(product, team.employee)).map(({ content }) => content))
      .toEqual([SECOND]);
    await expect.poll(() => keptNames(page)).toEqual([first]);
    expect(listSent().slice(0, 2)).toEqual([FIRST, SECOND]);
    await expect(waiting).not.toContainText("Couldn't be sent");

    await setSpace(page, true);
    const before = bodies.length;
    await focus(page);
    await expect(waiting).toContainText('Copy your text into a new note, then discard this one.');
    expect(listSent().slice(before)).toContain(FIRST);
    expect(await keptNames(page)).toEqual([first]);
  },
);
