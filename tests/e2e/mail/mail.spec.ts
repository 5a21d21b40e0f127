/** Mail between two colleagues, each in a browser context of their own. */

import type { Browser, Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  choose,
  createTeam,
  dialogOf,
  expectText,
  failRequests,
  fieldOf,
  fillFields,
  nameOf,
  press,
  questionOf,
  sendMessage,
} from '#tests/e2e/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  type SignedIn,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 640;
const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });
const box = (page: Page, name: 'Inbox' | 'Sent') => page.getByRole('list', { name });
const linkIn = (page: Page, name: RegExp) => box(page, 'Inbox').getByRole('link', { name });

/** Runs in the page: text nodes next to elements, such as a number rendered by mistake. */
function listStrayTexts(within: HTMLElement): string[] {
  return [...within.querySelectorAll('div')]
    .filter(({ childElementCount }) => childElementCount > 0)
    .flatMap(({ childNodes }) => [...childNodes])
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.trim() !== '');
}

/** Opens a second browser context of the same size. */
async function openSecondPage(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  return context.newPage();
}

async function createColleagues(product: Product): Promise<{ mia: SignedIn; eve: SignedIn }> {
  const mia = await product.person({ role: 'manager', firstName: uniqueName('Mia') });
  return { mia, eve: await product.person({ firstName: uniqueName('Eve') }) };
}

test('a message appears on an open page, is read, answered and deleted [1.employees.8 2.header.4 2.mail.1,5 4.message.1,5 5.message.1 8.messages.5]', async ({
  page,
  browser,
  product,
}) => {
  const { mia, eve } = await createColleagues(product);
  await openAs(page, product, eve, '/mail');
  await expectText(page, 'No messages yet');
  expect(await page.locator('main').evaluate(listStrayTexts)).toEqual([]);
  await expectSound(page);
  const other = await openSecondPage(browser, page);
  await openAs(other, product, mia, '/mail');
  await compose(other, eve);
  const row = linkIn(page, /Unread: .*Keys of Park Ave/);
  await expect(row).toBeVisible({ timeout: 1_000 });
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Inbox 1 unread' })).toBeVisible();
  await expectSound(page);
  await row.click();
  await expect(conversation(page)).toContainText('The blue tag.');
  await expect(conversation(page)).toContainText('Read just now');
  await expect(bell(page, /^Notifications$/)).toBeVisible();
  await expectSound(page);
  await reply(page, mia);
  await expect(linkIn(other, /Unread: .*Re: Keys of Park Ave/)).toBeVisible({ timeout: 1_000 });
  await other.getByRole('tab', { name: 'Sent' }).click();
  await box(other, 'Sent')
    .getByRole('link', { name: /To Eve/ })
    .click();
  await expect(conversation(other).getByRole('article')).toHaveCount(2);
  await expect(conversation(other).getByRole('article').first()).toContainText('Read');
  await other.context().close();
  await deleteFirst(page);
});

async function compose(page: Page, to: SignedIn): Promise<void> {
  await press(page, 'Compose');
  const form = dialogOf(page, 'New message');
  await press(form, 'Send');
  await expectText(page, 'Please fill in all required fields.');
  await expect(form.getByLabel('Recipient')).toBeFocused();
  await form.getByLabel('Recipient').fill(nameOf(to));
  await form.getByRole('option', { name: `${nameOf(to)} · Field` }).click();
  await fillFields(form, { Subject: 'Keys of Park Ave', Message: 'In the top drawer.\nThe blue tag.' });
  await expectSound(page);
  await press(form, 'Send');
  await expectText(page, 'Message sent');
  await expect(form).toBeHidden();
}

async function reply(page: Page, to: SignedIn): Promise<void> {
  await press(page, 'Reply');
  const form = dialogOf(page, 'Reply');
  await expect(form.getByText(nameOf(to))).toBeVisible();
  await expect(form.getByLabel('Subject')).toHaveValue('Re: Keys of Park Ave');
  if (!isPhone(page)) await expect(fieldOf(form, 'Message')).toBeFocused();
  await fillFields(form, { Message: 'Thank you, found them.' });
  await press(form, 'Send');
  await expectText(page, 'Message sent');
  await expect(conversation(page).getByRole('article')).toHaveCount(2);
}

async function deleteFirst(page: Page): Promise<void> {
  await press(conversation(page).getByRole('article').first(), 'Delete message');
  await expect(questionOf(page)).toContainText('In the top drawer.');
  await expectSound(page);
  await press(questionOf(page), 'Delete');
  await expectText(page, 'Message deleted', 'No messages yet');
  expect(new URL(page.url()).search).toBe('');
}

test(
  'the keyboard opens one of the newest messages from the bell and returns to the list [2.header.3 9.counts.9]',
  LONG_RUN,
  async ({ page, product }) => {
    const { mia, eve } = await createColleagues(product);
    const content = `${'Please bring the signed lease and the keys. '.repeat(3)}Thank you`;
    for (let number = 1; number <= 6; number += 1)
      await sendMessage(product, mia, eve, { subject: `Lease ${number}`, content });
    await openAs(page, product, eve);
    await bell(page, 'Notifications, 6 unread').focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Notifications' });
    const items = menu.getByRole('menuitem');
    await expect(items).toHaveCount(6);
    await expect(items.first()).toContainText('Lease 6');
    await expect(items.first()).toContainText(`${content.slice(0, 60).trimEnd()}…`);
    await expect(menu).not.toContainText('Lease 1');
    await expectSound(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Lease 6' })).toBeVisible();
    await expect(bell(page, 'Notifications, 5 unread')).toBeVisible();
    if (!isPhone(page)) return expect(page.getByRole('link', { name: 'Mail, 5 unread' })).toBeVisible();
    await page.getByRole('button', { name: 'Inbox' }).press('Enter');
    await expect(linkIn(page, /Lease 6/)).toBeFocused();
  },
);

test(
  'the newest message of a long conversation is in view each time it is opened',
  LONG_RUN,
  async ({ page, product }) => {
    const { mia, eve } = await createColleagues(product);
    let parentMessageId: number | undefined;
    for (let number = 1; number <= 12; number += 1) {
      const content = `Part ${number}\n\n\n\nof what is to be done.`;
      ({ id: parentMessageId } = await sendMessage(product, mia, eve, { content, parentMessageId }));
    }
    await openAs(page, product, eve, '/mail');
    // The conversation comes from the server the first time, and from the cache the second time.
    await linkIn(page, /Part 12/).click();
    await expect(page.getByRole('article').last()).toBeInViewport({ ratio: 1 });
    if (isPhone(page)) await press(page, 'Inbox');
    else await linkIn(page, /Part 1 /).click();
    await linkIn(page, /Part 12/).click();
    if (isPhone(page)) await expect(page.getByRole('heading', { level: 2, name: 'Thursday' })).toBeFocused();
    await expect(page.getByRole('article').last()).toBeInViewport({ ratio: 1 });
  },
);

test(
  'a failed load shows an error and can be retried [8.messages.7 10.6.17]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 404 .*\/api\/messages\/999999999\/thread/);
    const { mia, eve } = await createColleagues(product);
    const { id } = await sendMessage(product, mia, eve);
    // The change event of the message would load the lists again by itself.
    await page.route('**/api/events*', () => undefined);
    const repairInbox = await failRequests(page, '**/api/messages/inbox*');
    await openAs(page, product, eve, '/mail');
    await expectText(page, "Couldn't load messages");
    await expect(page.getByText('No message selected')).toHaveCount(0);
    await bell(page, /Notifications/).click();
    const error = page.getByRole('menuitem', { name: 'Couldn’t load messages. Try again' });
    await expect(error).toBeVisible();
    await repairInbox();
    await page.keyboard.press('Escape');
    await press(page, 'Try again');
    await expect(linkIn(page, /Thursday/)).toBeVisible();
    const repairThread = await failRequests(page, '**/api/messages/*/thread*');
    await page.goto(`${product.url}/mail?message=${id}`);
    await expectText(page, "Couldn't load the message");
    await repairThread();
    await press(page, 'Try again');
    await expect(conversation(page)).toContainText('Can you take over at ten?');
    await page.goto(`${product.url}/mail?message=999999999`);
    await expectText(page, 'This message does not exist.');
  },
);

test(
  'a link starts a message to a colleague, and unsaved input is restored [8.messages.3]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { mia, eve } = await createColleagues(product);
    await openAs(page, product, mia, `/mail?to=${eve.user.id}`);
    const form = dialogOf(page, 'New message');
    await expect(form.getByLabel('Recipient')).toHaveValue(`${nameOf(eve)} · Field`);
    await fillFields(form, { Subject: 'Team meeting', Message: 'At nine' });
    await page.reload();
    await expect(fieldOf(form, 'Message')).toHaveValue('At nine');
    await expectText(form, 'We restored your unsaved changes.');
    const repair = await failRequests(page, '**/api/messages');
    await press(form, 'Send');
    await expectText(page, 'Failed to send message. Please try again.');
    await expect(fieldOf(form, 'Message')).toHaveValue('At nine');
    await repair();
    await press(form, 'Send');
    await expectText(page, 'Message sent');
    expect(new URL(page.url()).search).toBe('');
    const inbox = await product.call<object[]>(eve.token, 'GET /api/messages/inbox');
    expect(inbox).toMatchObject([{ subject: 'Team meeting' }]);
  },
);

test(
  'on phones the bottom bar counts unread messages and notes, and Reply is at the bottom edge',
  LONG_RUN,
  async ({ page, product }) => {
    const size = { width: 390, height: 844 };
    await page.setViewportSize(size);
    const { manager, employee, note } = await createTeam(product);
    await note();
    await sendMessage(product, manager, employee);
    const bar = page.getByRole('navigation', { name: 'Quick' });
    await openAs(page, product, manager);
    await expect(bar.getByRole('link', { name: /Review/ })).toContainText('1 to review');
    await openAs(page, product, employee);
    await expect(bar.getByRole('link', { name: /Mail/ })).toContainText('1 unread');
    await page.goto(`${product.url}/mail`);
    await linkIn(page, /Thursday/).click();
    const reply = page.getByRole('button', { name: 'Reply' });
    await expect(reply).toBeInViewport({ ratio: 1 });
    const box = await reply.boundingBox();
    expect(size.height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(32);
  },
);

test(
  'a manager sends a message to an employee from the list of employees [1.managers.11 5.message.4]',
  LONG_RUN,
  async ({ page, product }) => {
    const { mia, eve } = await createColleagues(product);
    await openAs(page, product, mia, '/employees');
    await choose(page, `Actions for ${nameOf(eve)}`, 'Send message');
    const form = dialogOf(page, 'Send Message');
    await press(form, 'Send');
    await expectText(page, 'Please fill in all required fields');
    await expect(form.getByLabel('Subject')).toBeFocused();
    await expectSound(page);
    await fillFields(form, { Subject: 'Welcome', Message: 'See you on Monday.' });
    await press(form, 'Send');
    await expectText(page, 'Message sent successfully');
    await expect(form).toBeHidden();
    const inbox = await product.call<object[]>(eve.token, 'GET /api/messages/inbox');
    expect(inbox).toMatchObject([{ subject: 'Welcome' }]);
  },
);

test(
  'the message about a note that was sent back leads to fixing it',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, note: submitNote } = await createTeam(product);
    const note = await submitNote();
    const review = { action: 'return', comment: 'Which bills?' };
    await product.call(manager.token, `PATCH /api/notes/${note.id}/review`, review);
    await openAs(page, product, employee, '/mail');
    await box(page, 'Inbox')
      .getByRole('link', { name: /Sent back: Maria Lopez, Mar 2/ })
      .click();
    await expect(conversation(page)).toContainText('Which bills?');
    await expect(conversation(page)).toContainText('Sustaining');
    await expectSound(page);
    await conversation(page).getByRole('link', { name: 'Fix note' }).click();
    await expect(page).toHaveURL(new RegExp(`/submit\\?note=${note.id}$`));
  },
);
