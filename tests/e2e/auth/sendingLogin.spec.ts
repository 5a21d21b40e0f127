/** A person is deactivated while a note waits on their phone, and sends it with the login that an admin allows. */

import { expectAccessible, expectNoSidewaysScroll } from '#tests/e2e/accessible.ts';
import { expectText, fillFields, logIn, press } from '#tests/e2e/steps.ts';
import { keptNames } from '#tests/e2e/submission/offlineSteps.ts';
import { submitOffline } from '#tests/e2e/submission/visitSteps.ts';
import { expect, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'a deactivated person sees what the one login is for, the note of the device is sent, and nothing else opens [13.sending.120]',
  LONG_RUN,
  async ({ page, product, browser }) => {
    allowBrowserError(/status of 401/);
    const { employee, manager } = await submitOffline(page, product);
    const admin = await product.person({ role: 'admin', firstName: 'Ada' });

    const profile = `/api/users/${employee.user.id}/profile`;
    await product.call(admin.token, `PUT ${profile}`, { status: 'inactive' });
    await page.context().setOffline(false);
    await page.waitForURL(`${product.url}/login`);

    const office = await browser.newPage();
    await openAs(office, product, manager, `/profile/${employee.user.id}`);
    await expectText(office, 'Login Credentials');
    await expect(office.getByRole('button', { name: 'Allow one login to send notes' })).toHaveCount(0);
    await office.close();
    const desk = await browser.newPage();
    await openAs(desk, product, admin, `/profile/${employee.user.id}`);
    await press(desk, 'Allow one login to send notes');
    await expect(
      desk.getByText(/ can log in once to send notes until .* (CST|CDT|EST|EDT)\.$/),
    ).toBeVisible();
    await desk.close();

    // Nothing is sent until the screen was seen.
    await page.route('**/api/notes', (route) => route.abort());
    await logIn(page, product, { username: employee.user.username, password: employee.password });
    await expect(page.getByRole('heading', { name: 'Send your notes' })).toBeVisible();
    await expectText(page, '1 note not sent yet.');
    await expectText(page, 'Cleaned the kitchen together.');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.unroute('**/api/notes');
    await press(page, 'Send now');
    await expectText(page, '1 note was sent. You can log out.');
    const sent = await product.call<{ authorId: number; content: string; status: string }[]>(
      admin.token,
      `GET /api/notes?authorId=${employee.user.id}`,
    );
    expect(sent).toMatchObject([{ content: 'Cleaned the kitchen together.', status: 'pending' }]);
    await page.goto(`${product.url}/my-notes`);
    await expectText(page, 'No notes on this device.');
    await press(page, 'Log out');
    await expectText(page, 'Logged out successfully');
    await page.waitForURL(`${product.url}/`);
    expect(await keptNames(page)).toEqual([]);
    await page.goto(`${product.url}/login`);
    await fillFields(page, { Username: employee.user.username, Password: employee.password });
    await page.keyboard.press('Enter');
    await expectText(page, 'Invalid username or password');
  },
);
