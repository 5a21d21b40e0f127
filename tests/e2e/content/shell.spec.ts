/** The sidebar, the header, Home and the states of loading and failing, compared with the stored snapshots. */

import { cardOf, createClient, createTeam, expectText, holdBack, logOut, press } from '#tests/e2e/steps.ts';
import { expect, openAs, test, type SignedIn } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expectSnapshot } from './snapshot.ts';

test('the sidebar links to the screens of the role in their order [2.sidebar.1 6.capability.12]', async ({
  page,
  product,
}) => {
  for (const role of ['employee', 'manager'] as const) {
    await openAs(page, product, await product.person({ role }));
    await expectSnapshot(page.getByRole('navigation', { name: 'Main' }), `sidebar-${role}`);
  }
  await logOut(page, page.getByRole('complementary').getByRole('button', { name: 'Logout' }));
});

test('the header of each screen shows its title and subtitle [2.routes.1,6,9 2.header.1 2.clients.1]', async ({
  page,
  product,
}) => {
  await openAs(page, product, await product.person({ role: 'manager' }));
  for (const [path, title] of [
    ['/', 'Home'],
    ['/dashboard', 'Dashboard'],
    ['/submit', 'Submit New Note'],
    ['/my-notes', 'My Notes'],
    ['/search', 'Search Notes'],
    ['/subscription-management', 'Subscription'],
    ['/mail', 'Mail'],
    ['/announcements', 'Announcements'],
    ['/payroll', 'Payroll & Time Management'],
    ['/profile', 'My Profile'],
    ['/management', 'Notes Management'],
    ['/test', 'Authentication debug'],
    ['/clients', 'Client Management'],
  ] as const) {
    await page.goto(`${product.url}${path}`);
    const heading = page.getByRole('banner').getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(title);
    if (path !== '/profile') await expect(heading.locator('xpath=following-sibling::*')).not.toBeEmpty();
  }
  await expectText(page.getByRole('banner'), 'Manage clients and their documents');
});

test('the header has menus for theme, notifications, clients, employees and the account [2.header.2,5,10,13 2.registration.10 6.capability.10]', async ({
  page,
  product,
}) => {
  const { manager, employee } = await createTeam(product);
  await createClient(product, manager);
  const expectMenu = async (name: string, role: string) => {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await expectSnapshot(page.getByRole('menu'), `menu-${name.split(' ')[0]?.toLowerCase()}-${role}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await openAs(page, product, manager);
  for (const name of ['Theme', 'Notifications', 'Clients', 'Employees', 'Account of'])
    await expectMenu(name, 'manager');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Mail' })).toHaveAttribute('href', '/mail');
  await openAs(page, product, employee);
  await expectMenu('Clients', 'employee');
  await expect(page.getByRole('button', { name: 'Employees', exact: true })).toHaveCount(0);
});

test('a client of the header menu shows contact, units and whether a code is set [2.glance.1,3]', async ({
  page,
  product,
}) => {
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager);
  for (const [signatureCode, name] of [
    ['482913', 'client-glance'],
    [null, 'client-glance-no-code'],
  ] as const) {
    const client = await createClient(product, manager, { signatureCode });
    await press(page, 'Clients');
    await page.getByRole('menuitem', { name: client.companyName }).click();
    await expect(page).toHaveURL(`${product.url}/clients/${client.id}`);
    await expectSnapshot(page.getByRole('main'), name);
    await page.getByRole('link', { name: 'Manage Client' }).click();
    await expect(page.getByText('Time Units Tracking')).toBeVisible();
  }
});

test('a screen that cannot be rendered shows an error and reloads on request [2.failure.1]', async ({
  page,
  product,
}) => {
  expectBrowserError(/Invalid time zone specified/, /ERR_FAILED .*\/api\/auth\/validate/);
  const eve = await product.person();
  // A stored user with a time zone that no browser knows.
  await page.route('**/api/auth/validate', (route) => route.abort());
  await openAs(page, product, { ...eve, user: { ...eve.user, timeZone: 'Nowhere/Land' } }, '/submit');
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(alert).toBeVisible();
  await page.evaluate((user) => localStorage.setItem('auth_user', JSON.stringify(user)), eve.user);
  await press(alert, 'Reload');
  await expect(page.getByRole('heading', { level: 1, name: 'Submit New Note' })).toBeVisible();
});

test.describe(() => {
  test.use({ timezoneId: 'Asia/Kathmandu' });

  test('Home greets by the hour of the device and shows the actions of the role [1.roles.2 2.home.1,2,3,5,7,15 9.times.1]', async ({
    page,
    product,
  }) => {
    const ben = await product.person({ firstName: 'Ben' });
    for (const [time, greeting] of [
      ['11:59:59', 'Good morning, Ben'],
      ['12:00:00', 'Good afternoon, Ben'],
      ['17:00:00', 'Good evening, Ben'],
    ] as const) {
      await page.clock.setFixedTime(new Date(`2026-03-02T${time}+05:45`));
      await openAs(page, product, ben);
      await expect(page.getByRole('heading', { name: greeting, exact: true })).toBeVisible();
    }
    await expectText(page, 'No announcements yet');
    await expectSnapshot(page.getByRole('main'), 'home-employee');
    await openAs(page, product, await product.person({ role: 'admin', firstName: 'Ada' }));
    await expectText(page, 'No announcements yet', 'First steps');
    await expectSnapshot(page.getByRole('main'), 'home-admin');
  });
});

test('Home falls back to the username, the role User and the department General [2.home.2,3]', async ({
  page,
  product,
}) => {
  const eve = await product.person();
  const { firstName: _name, role: _role, ...user } = eve.user;
  // The stored user is used while the server cannot be reached. Links may prefetch what only managers may read.
  expectBrowserError(
    /ERR_FAILED .*\/api\/auth\/validate|status of 403 .*\/api\/(management\/(stats|disputes)|forecast|reports)/,
  );
  await page.route('**/api/auth/validate', (route) => route.abort());
  await openAs(page, product, { ...eve, user: { ...user, department: '' } as SignedIn['user'] });
  await expect(page.getByRole('heading', { name: /^Good / })).toContainText(`, ${eve.user.username}`);
  await expectText(page, 'User', 'General');
});

test('Home shows three placeholders while announcements load, and none after it [2.home.13 9.counts.2]', async ({
  page,
  product,
}) => {
  const release = await holdBack(page, '**/api/announcements?*');
  await openAs(page, product, await product.unpaidBusiness());
  const card = cardOf(page, 'Recent Announcements');
  await expectSnapshot(card, 'home-announcements-loading');
  await expect(card.getByRole('listitem')).toHaveCount(3);
  release();
  await expect(card.getByText('No announcements yet')).toBeVisible();
});

test('a spinner is shown while the app loads [2.home.17]', async ({ page, product }) => {
  const release = await holdBack(page, /\/assets\/home-[^/]+\.js/);
  await openAs(page, product, await product.person());
  const spinner = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(spinner).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  await expect(spinner).toHaveCount(0);
});
