/** Every screen of the router in both themes: accessible, not too wide, and without errors of the browser. */

import type { Page } from '@playwright/test';
import { expectOtherTheme, expectSound } from '#tests/e2e/accessible.ts';
import {
  createData,
  DIALOGS,
  goTo,
  MANAGERS,
  PEOPLE,
  RECORD,
  RECORD_OF_MANAGERS,
  title,
  WORK,
} from '#tests/e2e/screens.ts';
import { fillCard, registerBusiness } from '#tests/e2e/subscription/steps.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_RUN,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';

// Each test looks at several screens.
test.describe.configure({ timeout: 240_000 });

const SIGNED_OUT = ['/', '/register', '/register-admin', '/reset-password?token=unknown', '/payment-success'];
/** Screens that are open only after a registration, in this order. */
const REGISTRATION = ['/subscribe', '/payment-success', '/register-admin'];
/** Has no receipt; receipts.spec.ts checks the page with one. */
const RECEIPT = '/r/token';
test('the lists of this file contain every screen of the router', DESKTOP_ONLY, async ({ page, product }) => {
  const data = await createData(product, 'manager');
  const forAllUsers = [...WORK, ...PEOPLE(data), ...RECORD(data)];
  await openAs(page, product, data.manager);
  expect(await listUnvisited(page, [...forAllUsers, ...MANAGERS, ...RECORD_OF_MANAGERS(data)])).toEqual([]);
  // The response is stored, so it may not arrive after the storage is cleared.
  const validated = page.waitForResponse('**/api/auth/validate');
  await openAs(page, product, data.employee);
  expect(await listUnvisited(page, forAllUsers)).toEqual([]);
  await (await validated).finished();
  await page.evaluate(() => localStorage.clear());
  await page.goto(product.url);
  // Until the session is found to have ended, the router still has the screens of a user.
  await expect.poll(() => listUnvisited(page, [...SIGNED_OUT, ...REGISTRATION, RECEIPT])).toEqual([]);
});

for (const role of ['manager', 'employee'] as const) {
  test(
    `the screens of notes and announcements are sound for the role ${role}`,
    LONG_RUN,
    async ({ page, product }) => {
      const data = await createData(product, role);
      await openAs(page, product, data[role]);
      await visit(page, product, WORK);
    },
  );

  test(
    `mail, payroll, profiles and subscription are sound for the role ${role}`,
    LONG_RUN,
    async ({ page, product }) => {
      const data = await createData(product, role);
      await openAs(page, product, data[role]);
      await visit(page, product, PEOPLE(data));
    },
  );
}

for (const role of ['manager', 'employee'] as const) {
  test(`the record of a client is sound for the role ${role}`, LONG_RUN, async ({ page, product }) => {
    const data = await createData(product, role);
    await openAs(page, product, data[role]);
    await visit(page, product, [...RECORD(data), ...(role === 'manager' ? RECORD_OF_MANAGERS(data) : [])]);
  });
}

test('the screens of managers are sound', LONG_RUN, async ({ page, product }) => {
  const data = await createData(product, 'manager');
  await openAs(page, product, data.manager);
  await visit(page, product, MANAGERS);
});

test('the dialogs that managers open by address are sound', LONG_RUN, async ({ page, product }) => {
  const data = await createData(product, 'manager');
  await openAs(page, product, data.manager);
  await visitDialogs(page, product, DIALOGS(data));
});

test('a note that an employee opens is sound', LONG_RUN, async ({ page, product }) => {
  const data = await createData(product, 'employee');
  await openAs(page, product, data.employee);
  await visitDialogs(page, product, [`/my-notes?note=${data.note}`]);
});

test('the screens before the login are sound', async ({ page, product }) => {
  await product.creator();
  await visit(page, product, SIGNED_OUT);
});

test('the screens of a registration and its payment are sound', LONG_RUN, async ({ page, product }) => {
  const routes = new Set<string>();
  const checkHere = async () => {
    await check(page);
    routes.add(new URL(page.url()).pathname);
  };
  const name = await registerBusiness(page, product);
  await expect(page.getByRole('button', { name: 'Pay $49.99' })).toBeVisible();
  await checkHere();
  await fillCard(page);
  await page.getByRole('button', { name: 'Pay $49.99' }).click();
  await expect(page.getByText(`Thank you. ${name} is ready.`)).toBeVisible();
  await checkHere();
  await page.getByRole('link', { name: 'Create the administrator' }).click();
  await expect(page.getByLabel('Business name')).toHaveValue(name);
  await checkHere();
  expect([...routes]).toEqual(REGISTRATION);
});

test('the screens of unpaid, free and paying businesses are sound', LONG_RUN, async ({ page, product }) => {
  await openAs(page, product, await product.unpaidBusiness());
  await visit(page, product, ['/', '/submit', '/subscription-management']);
  await visitDialogs(page, product, ['/clients?action=add']);
  await openAs(page, product, await product.creator());
  await visit(page, product, ['/subscription-management']);
  await openAs(page, product, await product.payingBusiness());
  await visit(page, product, ['/subscription-management']);
  await visitDialogs(page, product, ['/subscription-management?payment-method=update']);
});

/** Checks one address after the other; only the first one loads the page. */
async function visit(page: Page, { url }: Product, addresses: readonly string[]): Promise<void> {
  const [first, ...others] = addresses;
  await page.goto(`${url}${first}`);
  await expect(title(page)).toBeVisible();
  await check(page);
  for (const address of others) {
    await goTo(page, address);
    await expect(title(page)).toBeVisible();
    await check(page);
  }
}

/** Checks dialogs that addresses open, one after the other from Home. */
async function visitDialogs(page: Page, { url }: Product, addresses: readonly string[]): Promise<void> {
  await page.goto(url);
  for (const address of addresses) {
    await expect(title(page)).toBeVisible();
    await goTo(page, address);
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(page);
    await goTo(page, '/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
}

/** Checks the open screen once it has loaded. */
async function check(page: Page): Promise<void> {
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await expectSound(page);
  await expectOtherTheme(page);
}

/** The screens of the router to which no address leads. `/login` redirects signed-in users. */
async function listUnvisited(page: Page, addresses: readonly string[]): Promise<string[]> {
  await expect(title(page)).toBeVisible();
  const routes = await page.evaluate(() => Object.keys(globalThis.__TSR_ROUTER__.routesByPath));
  expect(routes.length).toBeGreaterThan(0);
  const paths = addresses.map((address) => address.split('?')[0] ?? '');
  return routes.filter((route) => {
    const form = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+').replace(/\$$/, '.+')}$`);
    return route !== '/login' && !paths.some((path) => form.test(path));
  });
}
