import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

test('signing in greets, remembers and shows the screens of the role [1.session.1 2.login.1 3.users.7 3.browser.2]', async ({
  page,
  product,
}) => {
  const eve = await product.person({ firstName: 'Eve' });
  await page.goto(product.url);
  await page.getByLabel('Username').fill(eve.user.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(eve.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening), Eve$/ })).toBeVisible();
  await expect(page.getByText('Welcome to Quarterhour, Eve!', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Track your work and submit notes')).toBeVisible();
  await expect(page).toHaveTitle('Home · Quarterhour');
  const stored = await page.evaluate(() => ({
    token: localStorage.getItem('auth_token'),
    user: JSON.parse(localStorage.getItem('auth_user') ?? '{}') as { username?: string },
  }));
  expect(stored.token).toBeTruthy();
  expect(stored.user.username).toBe(eve.user.username);
  await expect(page.getByRole('link', { name: 'Management' })).toHaveCount(0);
});

test(
  'a wrong password and missing fields show an error and lose nothing [2.out.5 8.auth.1]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 401 .*\/api\/auth\/login/);
    await page.goto(`${product.url}/anything`);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.getByLabel('Username').fill('no-such-user');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid username or password' })).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue('no-such-user');
  },
);

test(
  'every page is sent with a policy that runs no script but files of the product, and has none inside',
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
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.head.append(script);
      return 'ran' in window;
    });
    expect(ran).toBe(false);
  },
);

test(
  'logging out ends the session on the server and in the browser [2.header.13 3.browser.3]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const eve = await product.person();
    await openAs(page, product, eve);
    await page.evaluate(() => localStorage.setItem('token', 'old'));
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('Logged out successfully', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    const left = await page.evaluate(() =>
      ['auth_token', 'auth_user', 'token'].map((key) => localStorage.getItem(key)),
    );
    expect(left).toEqual([null, null, null]);
    const refused = await fetch(`${product.url}/api/auth/validate`, {
      headers: { authorization: `Bearer ${eve.token}` },
    });
    expect(refused.status).toBe(401);
  },
);

test(
  'logging out takes what was typed along, and leaves what others typed',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, manager, '/announcements');
    await page.evaluate(() => localStorage.setItem('form:999999/note', '{"description":"of a colleague"}'));
    await page.getByRole('button', { name: 'Create Announcement' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Only for tomorrow');
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(kept).toContain('Only for tomorrow');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    expect(await kept()).not.toContain('Only for tomorrow');
    expect(await kept()).toContain('of a colleague');
  },
);

test(
  'an expired session leads to the login and what was typed is there after it [8.transport.1,2]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 401/);
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, manager, '/employees');
    await page.getByRole('button', { name: 'Add Employee' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First Name').fill('Noor');
    await dialog.getByLabel('Last Name').fill('Haddad');
    await dialog.getByLabel('Username').fill(uniqueName('noor'));
    await dialog.getByRole('textbox', { name: 'Password' }).fill('secret enough');
    await product.call(manager.token, 'POST /api/auth/logout');
    await dialog.getByRole('button', { name: 'Add Employee' }).click();
    await page.waitForURL('**/login');
    await expect(page.getByText('Session expired. Please log in again.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).not.toContain('secret enough');
    await page.getByLabel('Username').fill(manager.user.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(manager.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await page.goto(`${product.url}/employees`);
    await page.getByRole('button', { name: 'Add Employee' }).click();
    await expect(dialog.getByLabel('First Name')).toHaveValue('Noor');
    await expect(dialog.getByLabel('Last Name')).toHaveValue('Haddad');
  },
);

test(
  'a session that is found invalid at load goes to the login [2.out.6 4.session.1 7.auth.1 8.transport.2]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 401 .*\/api\//);
    const eve = await product.person();
    await product.call(eve.token, 'POST /api/auth/logout');
    await openAs(page, product, eve);
    await page.waitForURL('**/login');
    await expect(page.getByText('Session expired. Please log in again.')).toBeVisible();
  },
);

test(
  'a server that cannot be reached keeps the session [4.session.3]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const eve = await product.person();
    expectBrowserError(/ERR_FAILED .*\/api/);
    await page.route('**/api/**', (route) => route.abort());
    await openAs(page, product, eve);
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe(eve.token);
  },
);

test(
  'employees cannot open screens of managers, and unknown addresses show a not-found page [2.routes.17 6.capability.11]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const eve = await product.person();
    for (const path of ['/management', '/clients', '/no/such/place']) {
      await openAs(page, product, eve, path);
      await expect(page.getByText('404 Page Not Found')).toBeVisible();
    }
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible();
  },
);

test('the clients menu opens a client; the code is for managers alone [1.session.2 2.glance.3,4 4.session.2 6.capability.17]', async ({
  page,
  product,
}) => {
  const [manager, eve] = [await product.person({ role: 'manager' }), await product.person()];
  const companyName = uniqueName('CLIENT');
  const body = { companyName, contactName: 'Rosa Delgado', totalTimeUnits: 40, signatureCode: 'rosa-77' };
  const client = await product.call<{ id: number }>(manager.token, 'POST /api/clients', body);
  const assignment = { clientId: client.id, employeeId: eve.user.id };
  await product.call(manager.token, 'POST /api/client-assignments', assignment);
  for (const [who, seesCode] of [
    [manager, true],
    [eve, false],
  ] as const) {
    await openAs(page, product, who);
    await page.getByRole('button', { name: 'Clients', exact: true }).click();
    await page.getByRole('menuitem', { name: companyName }).click();
    const dialog = page.getByRole('dialog', { name: companyName });
    await expect(dialog.getByText('40 of 40 units left')).toBeVisible();
    await expect(dialog.getByText('rosa-77')).toHaveCount(seesCode ? 1 : 0);
    await expect(dialog.getByRole('link', { name: 'Manage Client' })).toHaveCount(seesCode ? 1 : 0);
  }
});

test(
  'what another person changes appears without a reload [9.data.2 10.6.18]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    await openAs(page, product, manager, '/employees');
    await expect(page.getByRole('cell', { name: manager.user.username })).toBeVisible();
    const followed = await page.waitForFunction(() =>
      navigator.locks.query().then(({ held }) => held?.length === 1),
    );
    expect(await followed.jsonValue()).toBe(true);
    const added = await product.person({ firstName: 'Latecomer' });
    await expect(page.getByRole('cell', { name: added.user.username })).toBeVisible();
  },
);

test('the theme is chosen, kept and live [2.header.2 2.registration.10 3.browser.1 4.theme.1]', async ({
  page,
  product,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test(
  'the theme is worn before the product runs, so that nothing flashes',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/ERR_FAILED .*assets\/.*\.js/);
    await page.route(/assets\/.*\.js$/, (route) => route.abort());
    const worn = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(product.url);
    const light = await worn();
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.reload();
    const dark = await worn();
    expect(dark).not.toBe(light);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    expect(await worn()).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    expect(await worn()).toBe(dark);
    await expect(page.locator('#root')).toBeEmpty();
  },
);

test('the keyboard reaches the content first, and a dialog gives the focus back', async ({
  page,
  product,
}) => {
  const eve = await product.person();
  await openAs(page, product, eve);
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
});
