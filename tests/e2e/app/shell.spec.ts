/** Login, logout, sessions, themes and what surrounds every screen. */

import {
  choose,
  createTeam,
  cardOf,
  expectAlerts,
  expectText,
  failRequests,
  fillFields,
  holdBack,
  logIn,
  logOut,
  press,
} from '#tests/e2e/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

test('a login greets the user, stores the session and shows the screens of the role [1.session.1 2.login.1 3.users.7 3.browser.2]', async ({
  page,
  product,
}) => {
  const { user, password } = await product.person({ firstName: 'Eve' });
  await logIn(page, product, { username: user.username, password });
  await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening), Eve$/ })).toBeVisible();
  await expectText(page, 'Welcome to Quarterhour, Eve!', 'Track your work and submit notes');
  await expect(page).toHaveTitle('Home · Quarterhour');
  const [token, stored] = await page.evaluate(
    () => [localStorage['auth_token'], localStorage['auth_user']] as string[],
  );
  expect(token).toBeTruthy();
  expect(stored).toContain(`"username":"${user.username}"`);
  await expect(page.getByRole('link', { name: 'Management' })).toHaveCount(0);
});

test(
  'a wrong password and missing fields show an error and keep the input [2.out.5 8.auth.1]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 401 .*\/api\/auth\/login/);
    await page.goto(`${product.url}/anything`);
    await press(page, 'Log in');
    await expectText(page, 'Username is required', 'Password is required');
    await expect(page.getByLabel('Username')).toBeFocused();
    await fillFields(page, { Username: 'no-such-user', Password: 'wrong password' });
    await page.keyboard.press('Enter');
    await expectAlerts(page, 'Invalid username or password');
    await expect(page.getByLabel('Username')).toHaveValue('no-such-user');
  },
);

test(
  'each page has a policy that allows only script files of the product, and contains no script',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/inline script violates the following Content Security Policy/);
    expectBrowserError(/securitypolicyviolation of script-src-elem by inline/);
    for (const path of ['/', '/my-notes', '/register-admin']) {
      const answer = await fetch(`${product.url}${path}`);
      const policy = (answer.headers.get('content-security-policy') ?? '').split(';');
      expect(policy.filter((one) => /^(default|script|object|base|frame-anc)/.test(one)).toSorted()).toEqual([
        "base-uri 'none'",
        "default-src 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "script-src 'self'",
      ]);
      const html = await answer.text();
      const scripts = [...html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
      expect(scripts.length).toBeGreaterThan(0);
      for (const [, attributes, inside] of scripts) {
        expect(attributes).toMatch(/ src="\/[^/]/);
        expect(inside).toBe('');
      }
      expect(html).not.toMatch(/\son\w+=|javascript:/i);
    }
    await page.goto(product.url);
    const ran = await page.evaluate(async () => {
      const reported = new Promise((resolve) => addEventListener('securitypolicyviolation', resolve));
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.head.append(script);
      await reported;
      return 'ran' in window;
    });
    expect(ran).toBe(false);
  },
);

test(
  'a logout ends the session on the server, and deletes the session and the input of this user [2.header.13 3.browser.3]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, manager, '/announcements');
    await page.evaluate(() => {
      localStorage.setItem('token', 'old');
      localStorage.setItem('form:999999/note', '{"description":"of a colleague"}');
    });
    await press(page, 'Create Announcement');
    await fillFields(page.getByRole('dialog'), { Title: 'Only for tomorrow' });
    const readStorage = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(readStorage).toContain('Only for tomorrow');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await logOut(page, page.getByRole('menuitem', { name: 'Logout' }));
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    const storage = await readStorage();
    expect(storage).not.toMatch(/auth_token|auth_user|"token"|Only for tomorrow/);
    expect(storage).toContain('of a colleague');
    await expect(product.call(manager.token, 'GET /api/auth/validate')).rejects.toThrow('401');
  },
);

test(
  'an expired session leads to the login, and the input is restored afterwards [8.transport.1,2]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 401/);
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, manager, '/employees');
    await press(page, 'Add Employee');
    const dialog = page.getByRole('dialog');
    const names = { 'First Name': 'Noor', 'Last Name': 'Haddad' };
    await fillFields(dialog, { ...names, Username: uniqueName('noor'), Password: 'secret enough' });
    await product.call(manager.token, 'POST /api/auth/logout');
    await press(dialog, 'Add Employee');
    await page.waitForURL('**/login');
    await expectText(page, 'Session expired. Please log in again.');
    const storage = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(storage).not.toMatch(/auth_token|secret enough/);
    await fillFields(page, { Username: manager.user.username, Password: manager.password });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await page.goto(`${product.url}/employees`);
    await press(page, 'Add Employee');
    await expect(dialog.getByLabel('First Name')).toHaveValue('Noor');
    await expect(dialog.getByLabel('Last Name')).toHaveValue('Haddad');
  },
);

test(
  'an invalid session leads to the login when the page loads [2.out.6 4.session.1 7.auth.1 8.transport.2]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 401 .*\/api\//);
    const eve = await product.person();
    await product.call(eve.token, 'POST /api/auth/logout');
    await openAs(page, product, eve);
    await page.waitForURL('**/login');
    await expectText(page, 'Session expired. Please log in again.');
  },
);

test(
  'the session is kept while the server cannot be reached [4.session.3]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const eve = await product.person();
    await failRequests(page, '**/api/**');
    await openAs(page, product, eve);
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe(eve.token);
  },
);

test(
  'screens of managers and unknown addresses show a not-found page to employees [2.routes.17 6.capability.11]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const eve = await product.person();
    for (const path of ['/management', '/clients', '/no/such/screen']) {
      await openAs(page, product, eve, path);
      await expectText(page, '404 Page Not Found');
    }
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  },
);

test(
  'the clients menu opens a client, with the code for managers only [1.session.2 2.glance.3,4 4.session.2 6.capability.17]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client } = await createTeam(product, { signatureCode: 'rosa-77' });
    for (const [who, count] of [
      [manager, 1],
      [employee, 0],
    ] as const) {
      await openAs(page, product, who);
      await choose(page, 'Clients', client.companyName);
      await expect(page).toHaveURL(`${product.url}/clients/${client.id}`);
      await expect(cardOf(page, 'Time Units')).toContainText('40');
      await expect(page.getByText('rosa-77')).toHaveCount(count);
      await expect(page.getByRole('link', { name: 'Manage Client' })).toHaveCount(count);
    }
  },
);

test(
  'the employees menu opens a profile, and with Manage all employees their list [2.header.10]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee } = await createTeam(product);
    const { user } = employee;
    await openAs(page, product, manager);
    await choose(page, 'Employees', `${user.firstName} ${user.lastName}`);
    await expect(page).toHaveURL(`${product.url}/profile/${user.id}`);
    await choose(page, 'Employees', 'Manage all employees');
    await expect(page).toHaveURL(`${product.url}/employees`);
    await expect(page.getByRole('cell', { name: user.username })).toBeVisible();
  },
);

test(
  'a change by another user appears without a reload [9.data.2 10.6.18]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, manager, '/employees');
    await expect(page.getByRole('cell', { name: manager.user.username })).toBeVisible();
    // The tab that holds the lock has the event stream.
    await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(1);
    const { user } = await product.person({ firstName: 'Latecomer' });
    await expect(page.getByRole('cell', { name: user.username })).toBeVisible();
  },
);

test(
  'a chosen theme is stored, and System follows the device [2.header.2 2.registration.10 3.browser.1 4.theme.1]',
  LONG_RUN,
  async ({ page, product }) => {
    const html = page.locator('html');
    const chooseTheme = async (name: string) => {
      await press(page, 'Theme');
      await page.getByRole('menuitemradio', { name }).click();
    };
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(product.url);
    await chooseTheme('Dark');
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await chooseTheme('System');
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(html).toHaveAttribute('data-theme', 'dark');
  },
);

test(
  'the theme is set before the scripts load, so that nothing flashes',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/ERR_FAILED .*assets\/.*\.js/);
    await page.route(/assets\/.*\.js$/, (route) => route.abort());
    const readBackground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(product.url);
    const light = await readBackground();
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.reload();
    const dark = await readBackground();
    expect(dark).not.toBe(light);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    expect(await readBackground()).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    expect(await readBackground()).toBe(dark);
    await expect(page.locator('#root > *:not([aria-hidden=true])')).toHaveCount(0);
  },
);

test(
  'the code of the screen in the address is requested while React is still loading',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const employee = await product.person();
    const release = await holdBack(page, /assets\/vendor-/);
    const request = page.waitForRequest(/assets\/MyNotesPage-/);
    const opening = openAs(page, product, employee, '/my-notes');
    await request;
    release();
    await opening;
    await expect(page.getByRole('heading', { level: 1, name: 'My Notes' })).toBeVisible();
  },
);

test(
  'the first Tab reaches the link to the content, and a closed dialog returns the focus',
  LONG_RUN,
  async ({ page, product }) => {
    await openAs(page, product, await product.person());
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
    const opener = page.getByRole('button', { name: 'Choose a new one' });
    await opener.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  },
);
