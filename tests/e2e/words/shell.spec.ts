/** What surrounds every screen, word for word: navigation, header, menus, and what stands there when all fails. */
import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { aClient, aTeam, fact } from './steps.ts';

const FOR_ALL = {
  Home: '/',
  Dashboard: '/dashboard',
  'Submit Note': '/submit',
  'My Notes': '/my-notes',
  'Search Notes': '/search',
  Mail: '/mail',
  Announcements: '/announcements',
  'Payroll & Time': '/payroll',
  'My Profile': '/profile',
  Subscription: '/subscription-management',
};
const FOR_MANAGERS = { Management: '/management', Clients: '/clients' };

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const menuOf = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('menu', { name, exact: true });
};

async function expectLinks(page: Page, links: Record<string, string>): Promise<void> {
  for (const [label, href] of Object.entries(links)) {
    await expect(sidebar(page).getByRole('link', { name: label, exact: true })).toHaveAttribute('href', href);
  }
  const shown = await sidebar(page).getByRole('link').allInnerTexts();
  expect(shown.filter((label) => label in links)).toEqual(Object.keys(links));
}

test('the sidebar offers the screens of the role in their order, and the way out [2.sidebar.1 6.capability.12]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person());
  await expectLinks(page, FOR_ALL);
  for (const label of Object.keys(FOR_MANAGERS)) {
    await expect(sidebar(page).getByRole('link', { name: label, exact: true })).toHaveCount(0);
  }
  await openAs(page, product, await product.person({ role: 'manager' }));
  await expectLinks(page, { ...FOR_ALL, ...FOR_MANAGERS });
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out successfully', { exact: true }).first()).toBeVisible();
});

test('each screen shows in the header what it is [2.routes.1,6,9 2.header.1 2.clients.1]', async ({
  page,
  product,
}) => {
  const titles: [path: string, title: string, subtitle: string | null][] = [
    ['/', 'Home', 'Your day at a glance'],
    ['/dashboard', 'Dashboard', 'The status of all notes'],
    ['/submit', 'Submit New Note', 'Record the visit; you and the client both sign'],
    ['/my-notes', 'My Notes', 'View and manage your submitted notes'],
    ['/search', 'Search Notes', 'Find notes using filters'],
    ['/subscription-management', 'Subscription', 'Your plan, what it costs and when it renews'],
    ['/mail', 'Mail', 'Messages between you and your colleagues'],
    ['/announcements', 'Announcements', 'Meetings, events and news from your agency'],
    ['/payroll', 'Payroll & Time Management', 'What everyone worked, week by week'],
    ['/profile', 'My Profile', null],
    ['/management', 'Notes Management', 'Review and approve employee notes'],
    ['/clients', 'Client Management', 'Manage clients and their documents'],
    ['/audit', 'Audit log', 'Who did what, when and from where'],
    ['/test', 'Authentication debug', 'User, token and storage of this browser'],
  ];
  await openAs(page, product, await product.person({ role: 'manager' }));
  for (const [path, title, subtitle] of titles) {
    await page.goto(`${product.url}${path}`);
    const header = page.getByRole('banner');
    await expect(header.getByRole('heading', { level: 1 })).toHaveText(title);
    if (subtitle) await expect(header).toContainText(subtitle);
  }
});

test('the header holds theme, notifications, mail, clients, employees and the account [2.header.2,5,10,13 2.registration.10 6.capability.10]', async ({
  page,
  product,
}) => {
  const { manager, employee, client } = await aTeam(product);
  const other = await aClient(product, manager);
  await openAs(page, product, manager);
  const theme = await menuOf(page, 'Theme');
  await expect(theme.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
  await expect(theme.getByRole('menuitemradio', { name: 'System' })).toBeChecked();
  await page.keyboard.press('Escape');
  const notifications = await menuOf(page, 'Notifications');
  await expect(notifications.getByRole('menuitem').last()).toHaveAttribute('href', '/mail');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Mail' })).toHaveAttribute('href', '/mail');
  const clients = await menuOf(page, 'Clients');
  for (const { companyName } of [client, other]) await expect(clients).toContainText(companyName);
  await page.keyboard.press('Escape');

  const employees = await menuOf(page, 'Employees');
  const profile = employees.getByRole('menuitem', { name: String(employee.user.firstName) });
  await expect(profile).toHaveAttribute('href', `/profile/${employee.user.id}`);
  await expect(employees.getByRole('menuitem', { name: 'Add employee' })).toHaveAttribute(
    'href',
    '/management?action=add',
  );
  await expect(employees.getByRole('menuitem', { name: 'Manage all employees' })).toBeVisible();
  await page.keyboard.press('Escape');
  const account = page.getByRole('button', { name: /^Account of/ });
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();

  await openAs(page, product, employee);
  const own = await menuOf(page, 'Clients');
  await expect(own).toContainText(client.companyName);
  await expect(own).not.toContainText(other.companyName);
  await expect(page.getByRole('button', { name: 'Employees', exact: true })).toHaveCount(0);
});

test('a client of the menu shows how to reach them and whether they can sign [2.glance.1,3]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  const signing = await aClient(product, manager, { signatureCode: uniqueName('c').slice(0, 6) });
  const silent = await aClient(product, manager, { signatureCode: null, totalTimeUnits: 12.5 });
  await openAs(page, product, manager);
  await (await menuOf(page, 'Clients')).getByRole('menuitem', { name: signing.companyName }).click();
  const first = page.getByRole('dialog', { name: signing.companyName });
  await expect(fact(first, 'Contact person')).toHaveText(signing.contactName);
  await expect(fact(first, 'Email').getByRole('link')).toHaveAttribute('href', 'mailto:maria@example.com');
  await expect(fact(first, 'Phone').getByRole('link')).toHaveAttribute('href', 'tel:555 0142');
  await expect(fact(first, 'Address')).toHaveText('4 Elm Street');
  await first.getByRole('button', { name: 'Close' }).last().click();

  await (await menuOf(page, 'Clients')).getByRole('menuitem', { name: silent.companyName }).click();
  const second = page.getByRole('dialog', { name: silent.companyName });
  await expect(fact(second, 'Signature verification code')).toHaveText('Not assigned');
  await expect(second.getByRole('progressbar', { name: 'Available time units' })).toHaveAttribute(
    'aria-valuetext',
    '12.5 of 12.5 left',
  );
  await second.getByRole('link', { name: 'Manage Client' }).click();
  await expect(page.getByRole('dialog', { name: `Manage ${silent.contactName}` })).toBeVisible();
});

test('a screen that cannot be shown shows an error and offers to reload [2.failure.1]', async ({
  page,
  product,
}) => {
  expectBrowserError(/^RangeError: Invalid time zone/, /Failed to fetch dynamically imported module/);
  const eve = await product.person();
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  // A stored person of another making: no clock knows their zone.
  expectBrowserError(/ERR_FAILED .*\/api\/auth\/validate/);
  await page.route('**/api/auth/validate', (route) => route.abort());
  await openAs(page, product, { ...eve, user: { ...eve.user, timeZone: 'Nowhere/Land' } }, '/submit');
  await expect(alert.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.unroute('**/api/auth/validate');

  const frame = /\/assets\/home-[^/]+\.js/;
  expectBrowserError(/ERR_FAILED/);
  await page.route(frame, (route) => route.abort());
  await openAs(page, product, eve, '/dashboard');
  await expect(alert).toBeVisible();
  await page.unroute(frame);
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
