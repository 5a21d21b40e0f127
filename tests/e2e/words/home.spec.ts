/** Home, word for word. */
import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { SignedIn } from '#tests/support/helpers/appFixture.ts';
import { cardOf, holdBack, expectText } from './steps.ts';

const actions = (page: Page) => page.getByRole('region', { name: 'Quick actions' }).getByRole('link');

test('greets by the hour of the device, with role and department [1.roles.2 2.home.1,2,3,5 9.times.1]', async ({
  page,
  product,
}) => {
  const ben = await product.person({ firstName: 'Ben' });
  for (const [time, texts] of [
    ['11:59:59', 'Good morning, Ben'],
    ['12:00:00', 'Good afternoon, Ben'],
    ['17:00:00', 'Good evening, Ben'],
  ] as const) {
    await page.clock.setFixedTime(new Date(`2026-03-02T${time}`));
    await openAs(page, product, ben);
    await expect(page.getByRole('heading', { name: texts, exact: true })).toBeVisible();
  }
  await expectText(page, 'Track your work and submit notes');
  await expectText(page, 'Employee');
  await expectText(page, 'Field');

  await openAs(page, product, await product.person({ role: 'admin' }));
  await expectText(page, 'Manage your team and review work notes');
  await expectText(page, 'Admin');
});

test('without a name the username is greeted, without a role a user [2.home.2,3]', async ({
  page,
  product,
}) => {
  const eve = await product.person();
  const { firstName: _name, role: _role, ...user } = eve.user;
  // What this browser stored stands as long as the server cannot be asked.
  // Links may be asked ahead for what only managers are answered.
  expectBrowserError(/ERR_FAILED .*\/api\/auth\/validate|status of 403 .*\/api\/management\/stats/);
  await page.route('**/api/auth/validate', (route) => route.abort());
  await openAs(page, product, { ...eve, user: { ...user, department: '' } as SignedIn['user'] });
  await expect(page.getByRole('heading', { name: /^Good / })).toContainText(`, ${eve.user.username}`);
  await expectText(page, 'User');
  await expectText(page, 'General');
});

test('the quick actions and tools lead to the work [1.roles.2 2.home.7]', async ({ page, product }) => {
  const forAll = [
    ['/submit', 'Submit Note', 'Create a new work note or request'],
    ['/my-notes', 'My Notes', 'View and manage submitted notes'],
    ['/search', 'Search Notes', 'Find notes using filters'],
  ];
  const forManagers = [
    ['/clients', 'Client Management', 'Manage clients and documents'],
    ['/management', 'Team Management', 'Review and approve employee notes'],
  ];
  const expectActions = async (wanted: string[][]) => {
    for (const [href = '', title = '', body = ''] of wanted) {
      const action = actions(page).filter({ hasText: title });
      await expect(action).toHaveAttribute('href', href);
      await expect(action).toContainText(body);
    }
  };
  await openAs(page, product, await product.person());
  await expectActions(forAll);
  await expect(actions(page).filter({ hasText: 'Management' })).toHaveCount(0);
  await expect(page.getByText('Management Tools')).toHaveCount(0);

  await openAs(page, product, await product.person({ role: 'manager' }));
  await expectActions([...forAll, ...forManagers]);
  const tools = cardOf(page, 'Management Tools').getByRole('link');
  await expect(tools).toHaveText(['Review Notes', 'Manage Clients', 'Analytics']);
  for (const [index, href] of ['/management', '/clients', '/dashboard'].entries()) {
    await expect(tools.nth(index)).toHaveAttribute('href', href);
  }
});

test('announcements have three placeholders on their way and show when there are none [2.home.13,15 9.counts.2]', async ({
  page,
  product,
}) => {
  const letGo = await holdBack(page, '**/api/announcements?*');
  await openAs(page, product, await product.unpaidBusiness());
  const recent = cardOf(page, 'Recent Announcements');
  await expect(recent.getByRole('listitem')).toHaveCount(3);
  await expect(recent).toContainText('Loading announcements');
  letGo();
  await expect(recent.getByText('No announcements yet')).toBeVisible();
  await expect(recent.getByRole('link', { name: 'View All Announcements' })).toHaveAttribute(
    'href',
    '/announcements',
  );
});

test('while the frame of the app is on its way a spinner turns [2.home.17]', async ({ page, product }) => {
  const letGo = await holdBack(page, /\/assets\/home-[^/]+\.js/);
  await openAs(page, product, await product.person());
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
});
