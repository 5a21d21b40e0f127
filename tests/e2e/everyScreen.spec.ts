/** Every screen of the router in both themes: accessible, not too wide, and without errors of the browser. */
import type { Page } from '@playwright/test';
import { startOfWeek } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_RUN,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectOtherTheme, expectSound } from './accessible.ts';
import { fillCard, registerBusiness } from './payingSteps.ts';
import { createTeam, sendMessage } from './steps.ts';

// Each test looks at several screens.
test.describe.configure({ timeout: 240_000 });

type Data = Awaited<ReturnType<typeof createData>>;

const WORK = [
  '/',
  '/dashboard',
  '/submit',
  '/my-notes',
  '/search?show=all',
  '/announcements',
  '/test',
  '/nowhere',
];
const PEOPLE = ({ message, profile }: Data) => [
  '/mail',
  '/mail?tab=sent',
  `/mail?message=${message}`,
  '/payroll',
  '/profile',
  `/profile/${profile}`,
  '/subscription-management',
];
const MANAGERS = [
  '/review',
  '/management',
  '/management?view=resources',
  '/clients',
  '/employees',
  '/business-settings',
  '/audit',
  '/billing',
  '/records',
];
/** The record of a client. */
const RECORD = ({ client }: Data) =>
  ['', '/notes', '/authorizations', '/documents'].map((part) => `/clients/${client}${part}`);
const RECORD_OF_MANAGERS = ({ client, invoice, batch, importId }: Data) => [
  `/records/imports/${importId}`,
  `/billing/${invoice}`,
  `/billing/claims/${batch}`,
  `/clients/${client}/invoices`,
  `/clients/${client}/units`,
  `/clients/${client}/history`,
];
const SIGNED_OUT = ['/', '/register', '/register-admin', '/reset-password?token=unknown', '/payment-success'];
/** Screens that are open only after a registration, in this order. */
const REGISTRATION = ['/subscribe', '/payment-success', '/register-admin'];
/** Has no receipt; receipts.spec.ts checks the page with one. */
const RECEIPT = '/r/token';
const DIALOGS = ({ note, employee }: Data) => [
  `/management?note=${note}`,
  '/management?action=add',
  '/employees?action=add',
  '/clients?action=add',
  `/payroll?person=${employee.user.id}`,
  `/mail?to=${employee.user.id}`,
];

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

const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();

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

async function goTo(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => globalThis.__TSR_ROUTER__.navigate({ href: to }), href);
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

declare global {
  /** The router of the page, which its library assigns. */
  var __TSR_ROUTER__: {
    routesByPath: Record<string, unknown>;
    navigate(to: { href: string }): Promise<void>;
  };
}

/** Creates something for each list. `as` receives the message. */
async function createData(product: Product, as: 'manager' | 'employee') {
  // Entries of this week appear in payroll.
  const workDate = startOfWeek(dayInZone(new Date(), 'America/Chicago'), []);
  const { manager, employee, client, note } = await createTeam(product);
  const { id } = await note({ workDate });
  const path = `POST /api/clients/${client.id}`;
  await product.call(manager.token, `${path}/services`, { serviceName: 'Respite' });
  const record = { originalName: 'plan.pdf', fileSize: 10, mimeType: 'application/pdf' };
  await product.call(manager.token, `${path}/documents`, record);
  await product.call(manager.token, 'POST /api/announcements', buildAnnouncementForm());
  const resource = { title: 'Forms', accessLevel: 'all', fileUrl: 'https://example.com/forms' };
  await product.call(manager.token, 'POST /api/business-resources', resource);
  const [mine, theirs] = as === 'manager' ? [manager, employee] : [employee, manager];
  await sendMessage(product, mine, theirs);
  const { id: message } = await sendMessage(product, theirs, mine);
  const { id: invoice } = await product.call<{ id: number }>(manager.token, 'POST /api/invoices', {
    clientId: client.id,
    from: workDate,
    to: workDate,
  });
  const { payerId } = await product.call<{ payerId: number }>(manager.token, `${path}/services`, {
    category: 'sustaining',
    payer: 'County',
    unitsAuthorized: 20,
  });
  const claimed = await note({ workDate: '2026-03-02' });
  await product.call(manager.token, `PATCH /api/notes/${claimed.id}/review`, {
    action: 'approve',
    version: 1,
  });
  const { id: batch } = await product.call<{ id: number }>(manager.token, 'POST /api/claim-batches', {
    payerId,
    from: '2026-03-01',
    to: '2026-03-31',
  });
  // Employees can open only their own profile.
  return {
    manager,
    employee,
    invoice,
    batch,
    // Only admins see one; imports.spec.ts checks the screen with a file.
    importId: 1,
    client: client.id,
    note: id,
    message,
    profile: employee.user.id,
  };
}
