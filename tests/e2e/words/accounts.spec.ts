/** What an account is error, how long a toast stays, and what every call carries. */
import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { submit } from '#tests/e2e/noteSteps.ts';
import { fillAdmin, fillRegistration } from '#tests/e2e/payingSteps.ts';
import { breakWrites } from './breaking.ts';
import { expectFields, expectText } from './steps.ts';

/** The page's clock stands still from here on, and goes on by `page.clock.runFor`. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
}

test('every call carries the token, and the cookie that a login sets [6.rules.12 7.all.1,2,4]', async ({
  page,
  product,
}) => {
  const eve = await product.person({ firstName: 'Eve' });
  await page.goto(product.url);
  await page.getByLabel('Username').fill(eve.user.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(eve.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Good .+, Eve$/ })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  for (const [link, address] of [
    ['My Notes', '/api/notes/my'],
    ['Announcements', '/api/announcements'],
  ] as const) {
    const call = page.waitForRequest((request) => new URL(request.url()).pathname === address);
    await page.getByRole('navigation').getByRole('link', { name: link }).click();
    const headers = await (await call).allHeaders();
    expect(headers['authorization']).toBe(`Bearer ${token}`);
    expect(headers['cookie']).toContain(`quarterhour_read=${token}`);
  }
});

test('a session that ends under a message to someone shows an error [8.messages.1]', async ({
  page,
  product,
}) => {
  expectBrowserError(/status of 401 .*\/api\/messages$/);
  const manager = await product.person({ role: 'manager' });
  const eve = await product.person();
  await openAs(page, product, manager, `/profile/${eve.user.id}`);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const form = page.getByRole('dialog', { name: 'Send Message' });
  await form.getByLabel('Subject').fill('Friday');
  await form.getByLabel(/Message|Content/).fill('The early visit?');
  await product.call(manager.token, 'POST /api/auth/logout');
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await expectText(page, 'Session Expired');
  await expectText(page, 'Please log in again to send messages');
  await page.waitForURL('**/login');
});

test('a toast goes after 5 seconds, or with a swipe of 50 pixels [9.data.5]', async ({ page, product }) => {
  const manager = await product.person({ role: 'manager' });
  await openAs(page, product, manager, '/submit');
  await expect(page.getByRole('button', { name: 'Submit Note' })).toBeVisible();
  await stopClock(page);
  const title = page.getByText('Missing Employee Signature', { exact: true });
  const toast = page.getByRole('listitem').filter({ has: title });
  const press = async () => {
    await submit(page);
    await page.clock.runFor(300);
    await expect(toast).toBeVisible();
  };
  await press();
  await page.clock.runFor(4400);
  await expect(toast).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(600);
  await expect(toast).toHaveCount(0);
  await press();
  const swipe = async (pixels: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error('No toast is on the screen');
    const [x, y] = [box.x + 20, box.y + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let moved = 5; moved <= pixels; moved += 5) await page.mouse.move(x + moved, y);
    await page.mouse.up();
    await page.clock.runFor(300);
  };
  await swipe(45);
  await expect(toast).toBeVisible();
  await swipe(60);
  await expect(toast).toHaveCount(0);
});

test('registrations that fail show an error, and what to do [8.registration.1,2,3]', async ({
  page,
  product,
}) => {
  await product.creator();
  const advice = 'Please check your information and try again.';
  await fillRegistration(page, product);
  await breakWrites(page);
  await page.getByRole('button', { name: 'Register business' }).click();
  await expectText(page, 'Registration failed');
  await expectText(page, advice);
  await page.goto(`${product.url}/register-admin`);
  await page.getByLabel('Business name').fill('Harbor Care');
  await page.getByLabel('Business email').fill('office@harbor.example');
  await page.getByLabel('Employee count').selectOption('6-20');
  await fillAdmin(page);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expectText(page, 'Admin registration failed');
  await expectText(page, advice);
});

test('a request for a demo asks for what it needs, and sends nothing [5.other.12]', async ({
  page,
  product,
}) => {
  await product.creator();
  await page.goto(product.url);
  await page.getByRole('button', { name: 'Request a demo' }).click();
  const form = page.getByRole('dialog', { name: 'Request a demo' });
  await expectFields(form, {
    required: ['First name', 'Last name', 'Business email', 'Company', 'Number of employees'],
    optional: ['Phone', 'Message'],
  });
  await form.getByLabel('Number of employees').fill('0');
  await form.getByRole('button', { name: 'Request demo' }).click();
  for (const message of [
    'First name is required',
    'Last name is required',
    'Valid business email is required',
    'Company is required',
    'At least 1 employee',
  ]) {
    await expect(form.getByText(message)).toBeVisible();
  }
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await form.getByLabel('First name').fill('Kim');
  await form.getByLabel('Last name').fill('Park');
  await form.getByLabel('Business email').fill('kim@park.example');
  await form.getByLabel('Company').fill('Park Care');
  await form.getByLabel('Number of employees').fill('1');
  await form.getByRole('button', { name: 'Request demo' }).click();
  await expect(form.getByText('Thank you, Kim')).toBeVisible();
  expect(sent).toEqual([]);
});
