/** Every screen that the router knows, light and dark: axe finds nothing, the browser complains of nothing, nothing is too wide. */
import type { Page } from '@playwright/test';
import { dayInZone, startOfWeek } from '#features/payroll/rules.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect, LONG_RUN, DESKTOP_ONLY, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expectOtherTheme, expectSound } from './accessible.ts';
import { fillCard, registerBusiness } from './payingSteps.ts';

// Each test looks at several screens.
test.describe.configure({ timeout: 240_000 });

interface Row {
  id: number;
}

/** What there is to see, made by a manager and an employee of one business. */
type Seeded = Awaited<ReturnType<typeof somethingToShow>>;

const OF_THE_WORK = [
  '/',
  '/dashboard',
  '/submit',
  '/my-notes',
  '/search?show=all',
  '/announcements',
  '/test',
  '/nowhere',
];
const OF_PEOPLE = ({ letter, profile }: Seeded) => [
  '/mail',
  '/mail?tab=sent',
  `/mail?message=${letter}`,
  '/payroll',
  '/profile',
  `/profile/${profile}`,
  '/subscription-management',
];
const OF_MANAGERS = [
  '/management',
  '/management?view=resources',
  '/clients',
  '/employees',
  '/business-settings',
  '/audit',
];
const SIGNED_OUT = ['/', '/register', '/register-admin', '/reset-password?token=unknown', '/payment-success'];
/** Which are there after a registration alone, in this order. */
const OF_THE_REGISTRATION = ['/subscribe', '/payment-success', '/register-admin'];
const DIALOGS_OF_MANAGERS = ({ client, note, employee }: Seeded) => [
  `/management?note=${note}`,
  '/management?action=add',
  '/employees?action=add',
  '/clients?action=add',
  `/clients?client=${client}`,
  `/clients?client=${client}&view=manage`,
  `/clients?client=${client}&view=documents`,
  `/payroll?person=${employee.user.id}`,
  `/mail?to=${employee.user.id}`,
];

test('no screen of the router is left out', DESKTOP_ONLY, async ({ page, product }) => {
  const seeded = await somethingToShow(product, 'manager');
  const forAllUsers = [...OF_THE_WORK, ...OF_PEOPLE(seeded)];
  await openAs(page, product, seeded.manager);
  expect(await leftOut(page, [...forAllUsers, ...OF_MANAGERS])).toEqual([]);
  await openAs(page, product, seeded.employee);
  expect(await leftOut(page, forAllUsers)).toEqual([]);
  await page.evaluate(() => localStorage.clear());
  await page.goto(product.url);
  expect(await leftOut(page, [...SIGNED_OUT, ...OF_THE_REGISTRATION])).toEqual([]);
});

for (const role of ['manager', 'employee'] as const) {
  const tag = role === 'manager' ? {} : LONG_RUN;

  test(
    `the screens of the work, as a person of the role ${role}, light and dark`,
    tag,
    async ({ page, product }) => {
      const seeded = await somethingToShow(product, role);
      await openAs(page, product, seeded[role]);
      await visit(page, product, OF_THE_WORK);
    },
  );

  test(
    `mail, hours, profiles and the plan, as a person of the role ${role}, light and dark`,
    tag,
    async ({ page, product }) => {
      const seeded = await somethingToShow(product, role);
      await openAs(page, product, seeded[role]);
      await visit(page, product, OF_PEOPLE(seeded));
    },
  );
}

test('the screens of managers, light and dark', async ({ page, product }) => {
  const seeded = await somethingToShow(product, 'manager');
  await openAs(page, product, seeded.manager);
  await visit(page, product, OF_MANAGERS);
});

test(
  'the dialogs that an address of a manager opens, light and dark',
  LONG_RUN,
  async ({ page, product }) => {
    const seeded = await somethingToShow(product, 'manager');
    await openAs(page, product, seeded.manager);
    await visitDialogs(page, product, DIALOGS_OF_MANAGERS(seeded));
  },
);

test('a note that an employee opens, light and dark', async ({ page, product }) => {
  const seeded = await somethingToShow(product, 'employee');
  await openAs(page, product, seeded.employee);
  await visitDialogs(page, product, [`/my-notes?note=${seeded.note}`]);
});

test('the screens before signing in, light and dark', async ({ page, product }) => {
  await product.creator();
  await visit(page, product, SIGNED_OUT);
});

test('the screens of a registration and its payment, light and dark', LONG_RUN, async ({ page, product }) => {
  const routes = new Set<string>();
  const lookHere = async () => {
    await look(page);
    routes.add(new URL(page.url()).pathname);
  };
  const name = await registerBusiness(page, product);
  await expect(page.getByRole('button', { name: 'Pay $49.99' })).toBeVisible();
  await lookHere();
  await fillCard(page);
  await page.getByRole('button', { name: 'Pay $49.99' }).click();
  await expect(page.getByText(`Thank you. ${name} is ready.`)).toBeVisible();
  await lookHere();
  await page.getByRole('link', { name: 'Create the administrator' }).click();
  await expect(page.getByLabel('Business name')).toHaveValue(name);
  await lookHere();
  expect([...routes]).toEqual(OF_THE_REGISTRATION);
});

test(
  'what is other where a business does not pay, and where it does, light and dark',
  LONG_RUN,
  async ({ page, product }) => {
    await openAs(page, product, await product.unpaidBusiness());
    await visit(page, product, ['/', '/submit', '/subscription-management']);
    await visitDialogs(page, product, ['/clients?action=add']);
    await openAs(page, product, await product.creator());
    await visit(page, product, ['/subscription-management']);
    await openAs(page, product, await product.payingBusiness());
    await visit(page, product, ['/subscription-management']);
    await visitDialogs(page, product, ['/subscription-management?payment-method=update']);
  },
);

const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** Looks at one address after the other, of which only the first comes with a new page. */
async function visit(page: Page, { url }: Product, addresses: readonly string[]): Promise<void> {
  const [first, ...others] = addresses;
  await page.goto(`${url}${first}`);
  await expect(title(page)).toBeVisible();
  await look(page);
  for (const address of others) {
    await goTo(page, address);
    await expect(title(page)).toBeVisible();
    await look(page);
  }
}

/** Looks at dialogs that addresses open, one after the other from Home. */
async function visitDialogs(page: Page, { url }: Product, addresses: readonly string[]): Promise<void> {
  await page.goto(url);
  for (const address of addresses) {
    await expect(title(page)).toBeVisible();
    await goTo(page, address);
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page);
    await goTo(page, '/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
}

/** As a link within the product would. */
async function goTo(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => globalThis.__TSR_ROUTER__.navigate({ href: to }), href);
}

/** Looks at what is open, once all of it is there. */
async function look(page: Page): Promise<void> {
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await expectSound(page);
  await expectOtherTheme(page);
}

/** The screens of this visitor's router to which none of the addresses leads. `/login` redirects signed-in users. */
async function leftOut(page: Page, addresses: readonly string[]): Promise<string[]> {
  await expect(title(page)).toBeVisible();
  const known = await page.evaluate(() => Object.keys(globalThis.__TSR_ROUTER__.routesByPath));
  expect(known.length).toBeGreaterThan(0);
  const paths = addresses.map((address) => address.split('?')[0] ?? '');
  return known.filter((route) => {
    const form = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`);
    return route !== '/login' && !paths.some((path) => form.test(path));
  });
}

declare global {
  /** The router of the page, as its library leaves it there. */
  var __TSR_ROUTER__: {
    routesByPath: Record<string, unknown>;
    /** Ends once the screen has changed. */
    navigate(to: { href: string }): Promise<void>;
  };
}

/** So much that no list is empty. `as` is who looks: the letter is to them. */
async function somethingToShow(product: Product, as: 'manager' | 'employee') {
  const manager = await product.person({ role: 'manager', firstName: 'Mia' });
  const employee = await product.person();
  const client = await aClientOf(product, manager, employee);
  // This week's, so that there are hours to pay for.
  const workDate = startOfWeek(dayInZone(new Date(), 'America/Chicago'));
  const note = await product.call<Row>(
    employee.token,
    'POST /api/notes',
    buildNoteForm(client, { workDate }),
  );
  const news = { title: uniqueName('Meeting'), content: 'At nine.', type: 'meeting', priority: 'high' };
  await product.call(manager.token, 'POST /api/announcements', news);
  const resource = { title: uniqueName('Forms'), accessLevel: 'all', fileUrl: 'https://example.com/forms' };
  await product.call(manager.token, 'POST /api/business-resources', resource);
  const [mine, theirs] = as === 'manager' ? [manager, employee] : [employee, manager];
  await write(product, mine, theirs);
  const letter = await write(product, theirs, mine);
  // Employees find no profile but their own.
  return { manager, employee, client, note: note.id, letter: letter.id, profile: employee.user.id };
}

async function aClientOf(product: Product, manager: SignedIn, employee: SignedIn): Promise<number> {
  const { id } = await product.call<Row>(manager.token, 'POST /api/clients', {
    companyName: uniqueName('Maple'),
    contactName: 'Maria Lopez',
    totalTimeUnits: 40,
    signatureCode: '4711ab',
  });
  const assigned = { clientId: id, employeeId: employee.user.id };
  await product.call(manager.token, 'POST /api/client-assignments', assigned);
  await product.call(manager.token, `POST /api/clients/${id}/services`, { serviceName: 'Respite' });
  const record = { originalName: 'plan.pdf', fileSize: 10, mimeType: 'application/pdf' };
  await product.call(manager.token, `POST /api/clients/${id}/documents`, record);
  return id;
}

const write = (product: Product, from: SignedIn, to: SignedIn) =>
  product.call<Row>(from.token, 'POST /api/messages', {
    recipientId: to.user.id,
    subject: 'Thursday',
    content: 'Can you take over at ten?',
  });
