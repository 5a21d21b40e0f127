/** Mail as two colleagues use it, each in a browser of their own. */
import type { Browser, Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { BOTH_SIZES, DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expectSound } from './accessible.ts';
import { CODE, createVisit } from './noteSteps.ts';

type Sent = { id: number };

const send = (product: Product, { from, to }: { from: SignedIn; to: SignedIn }, fields: object = {}) =>
  product.call<Sent>(from.token, 'POST /api/messages', {
    recipientId: to.user.id,
    subject: 'Thursday',
    content: 'Can you take over at ten?',
    ...fields,
  });

const nameOf = ({ user }: SignedIn) => `${user.firstName} ${user.lastName}`;
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 640;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const conversation = (page: Page) => page.getByRole('list', { name: 'Conversation' });
const box = (page: Page, name: 'Inbox' | 'Sent') => page.getByRole('list', { name });
const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** Runs in the page: text nodes next to elements, such as a number rendered by mistake. */
function listStrayTexts(within: HTMLElement): string[] {
  return [...within.querySelectorAll('div')]
    .filter(({ childElementCount }) => childElementCount > 0)
    .flatMap(({ childNodes }) => [...childNodes])
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.trim() !== '');
}

/** A second person in a browser of their own, of the same size. */
async function beside(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  return context.newPage();
}

async function twoPeople(product: Product): Promise<{ mia: SignedIn; eve: SignedIn }> {
  const mia = await product.person({ role: 'manager', firstName: uniqueName('Mia') });
  return { mia, eve: await product.person({ firstName: uniqueName('Eve') }) };
}

test('a message reaches an open page by itself, is read, answered and deleted [1.employees.8 2.header.4 2.mail.1,5 4.message.1,5 5.message.1 8.messages.5]', async ({
  page,
  browser,
  product,
}) => {
  const { mia, eve } = await twoPeople(product);
  await openAs(page, product, eve, '/mail');
  await expectText(page, 'No messages yet');
  expect(await page.locator('main').evaluate(listStrayTexts)).toEqual([]);
  await expectSound(page);

  const other = await beside(browser, page);
  await openAs(other, product, mia, '/mail');
  await composes(other, eve);

  const row = box(page, 'Inbox').getByRole('link', { name: /Unread: .*Keys of Park Ave/ });
  await expect(row).toBeVisible({ timeout: 1_000 });
  await expect(bell(page, 'Notifications, 1 unread')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Inbox 1 unread' })).toBeVisible();
  await expectSound(page);

  await row.click();
  await expect(conversation(page)).toContainText('The blue tag.');
  await expect(conversation(page)).toContainText('Read just now');
  await expect(bell(page, /^Notifications$/)).toBeVisible();
  await expectSound(page);

  await answers(page, mia);
  await expect(box(other, 'Inbox').getByRole('link', { name: /Unread: .*Re: Keys of Park Ave/ })).toBeVisible(
    {
      timeout: 1_000,
    },
  );
  await other.getByRole('tab', { name: 'Sent' }).click();
  await box(other, 'Sent')
    .getByRole('link', { name: /To Eve/ })
    .click();
  await expect(conversation(other).getByRole('article')).toHaveCount(2);
  await expect(conversation(other).getByRole('article').first()).toContainText('Read');
  await other.context().close();

  await deletes(page);
});

async function composes(page: Page, to: SignedIn): Promise<void> {
  await page.getByRole('button', { name: 'Compose' }).click();
  const form = dialog(page, 'New message');
  await form.getByRole('button', { name: 'Send' }).click();
  await expectText(page, 'Please fill in all required fields.');
  await expect(form.getByLabel('Recipient')).toBeFocused();
  await form.getByLabel('Recipient').fill(nameOf(to));
  await form.getByRole('option', { name: `${nameOf(to)} · Field` }).click();
  await form.getByLabel('Subject').fill('Keys of Park Ave');
  await form.getByLabel('Message').fill('They are in the top drawer.\nThe blue tag.');
  await expectSound(page);
  await form.getByRole('button', { name: 'Send' }).click();
  await expectText(page, 'Message sent');
  await expect(form).toBeHidden();
}

async function answers(page: Page, to: SignedIn): Promise<void> {
  await page.getByRole('button', { name: 'Reply' }).click();
  const form = dialog(page, 'Reply');
  await expect(form.getByText(nameOf(to))).toBeVisible();
  await expect(form.getByLabel('Subject')).toHaveValue('Re: Keys of Park Ave');
  if (!isPhone(page)) await expect(form.getByLabel('Message')).toBeFocused();
  await form.getByLabel('Message').fill('Thank you, found them.');
  await form.getByRole('button', { name: 'Send' }).click();
  await expectText(page, 'Message sent');
  await expect(conversation(page).getByRole('article')).toHaveCount(2);
}

async function deletes(page: Page): Promise<void> {
  await conversation(page)
    .getByRole('article')
    .first()
    .getByRole('button', { name: 'Delete message' })
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('They are in the top drawer.');
  await expectSound(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectText(page, 'Message deleted');
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByText('No messages yet')).toBeVisible();
}

test('by keyboard: the bell shows the newest messages, one opens, and the way back is found [2.header.3 9.counts.9]', async ({
  page,
  product,
}) => {
  const { mia, eve } = await twoPeople(product);
  const long = `${'Please bring the signed lease and the keys. '.repeat(3)}Thank you`;
  for (let count = 1; count <= 6; count += 1) {
    await send(product, { from: mia, to: eve }, { subject: `Lease ${count}`, content: long });
  }
  await openAs(page, product, eve);
  await bell(page, 'Notifications, 6 unread').focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Notifications' });
  await expect(menu.getByRole('menuitem')).toHaveCount(6);
  await expect(menu.getByRole('menuitem').first()).toContainText('Lease 6');
  await expect(menu.getByRole('menuitem').first()).toContainText(`${long.slice(0, 60).trimEnd()}…`);
  await expect(menu).not.toContainText('Lease 1');
  await expectSound(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Lease 6' })).toBeVisible();
  await expect(bell(page, 'Notifications, 5 unread')).toBeVisible();
  if (!isPhone(page)) return expect(page.getByRole('link', { name: 'Mail, 5 unread' })).toBeVisible();
  await page.getByRole('button', { name: 'Inbox' }).press('Enter');
  await expect(box(page, 'Inbox').getByRole('link', { name: /Lease 6/ })).toBeFocused();
});

test(
  'a message at the end of a long conversation is in sight each time it is opened',
  BOTH_SIZES,
  async ({ page, product }) => {
    const { mia, eve } = await twoPeople(product);
    let parentMessageId: number | undefined;
    for (let count = 1; count <= 12; count += 1) {
      const content = `Part ${count}\n\n\n\nof what is to be done.`;
      const { id } = await send(product, { from: mia, to: eve }, { content, parentMessageId });
      parentMessageId = id;
    }
    await openAs(page, product, eve, '/mail');
    const newest = box(page, 'Inbox').getByRole('link', { name: /Part 12/ });
    // The first time the conversation is read from the server, the second time it is there at once.
    await newest.click();
    await expect(page.getByRole('article').last()).toBeInViewport({ ratio: 1 });
    if (isPhone(page)) await page.getByRole('button', { name: 'Inbox' }).click();
    else
      await box(page, 'Inbox')
        .getByRole('link', { name: /Part 1 / })
        .click();
    await newest.click();
    if (isPhone(page)) await expect(page.getByRole('heading', { level: 2, name: 'Thursday' })).toBeFocused();
    await expect(page.getByRole('article').last()).toBeInViewport({ ratio: 1 });
  },
);

test(
  'a failed load shows an error and can be retried [8.messages.7 10.6.17]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 404 .*\/api\/messages\/999999999\/thread/);
    const { mia, eve } = await twoPeople(product);
    const { id } = await send(product, { from: mia, to: eve });
    expectBrowserError(/ERR_FAILED .*\/api\/messages\/inbox/);
    await page.route('**/api/messages/inbox*', (route) => route.abort());
    await openAs(page, product, eve, '/mail');
    await expectText(page, "Couldn't load messages");
    await expect(page.getByText('No message selected')).toHaveCount(0);
    await bell(page, /Notifications/).click();
    const failed = page.getByRole('menuitem', { name: 'Messages could not be loaded. Try again' });
    await expect(failed).toBeVisible();
    await page.unroute('**/api/messages/inbox*');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(box(page, 'Inbox').getByRole('link', { name: /Thursday/ })).toBeVisible();

    expectBrowserError(/ERR_FAILED .*\/api\/messages\/[^/]+\/thread/);
    await page.route('**/api/messages/*/thread*', (route) => route.abort());
    await page.goto(`${product.url}/mail?message=${id}`);
    await expectText(page, "Couldn't load the message");
    await page.unroute('**/api/messages/*/thread*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(conversation(page)).toContainText('Can you take over at ten?');
    await page.goto(`${product.url}/mail?message=999999999`);
    await expectText(page, 'This message does not exist.');
  },
);

test(
  'unsaved input is kept, and a link starts a message to a colleague [8.messages.3]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { mia, eve } = await twoPeople(product);
    await openAs(page, product, mia, `/mail?to=${eve.user.id}`);
    const form = dialog(page, 'New message');
    await expect(form.getByLabel('Recipient')).toHaveValue(`${nameOf(eve)} · Field`);
    await form.getByLabel('Subject').fill('Team meeting');
    await form.getByLabel('Message').fill('At nine');
    await page.reload();
    await expect(form.getByLabel('Message')).toHaveValue('At nine');
    await expect(form.getByText('We restored your unsaved changes.')).toBeVisible();

    expectBrowserError(/ERR_FAILED .*\/api\/messages/);
    await page.route('**/api/messages', (route) => route.abort());
    await form.getByRole('button', { name: 'Send' }).click();
    await expectText(page, 'Failed to send message. Please try again.');
    await expect(form.getByLabel('Message')).toHaveValue('At nine');
    await page.unroute('**/api/messages');
    await form.getByRole('button', { name: 'Send' }).click();
    await expectText(page, 'Message sent');
    expect(new URL(page.url()).search).toBe('');
    const [first, ...rest] = await product.call<{ subject: string }[]>(eve.token, 'GET /api/messages/inbox');
    expect([first?.subject, rest]).toEqual(['Team meeting', []]);
  },
);

test('a manager writes to an employee from the list of employees [1.managers.11 5.message.4]', async ({
  page,
  product,
}) => {
  const { mia, eve } = await twoPeople(product);
  await openAs(page, product, mia, '/employees');
  await page.getByRole('button', { name: `Actions for ${nameOf(eve)}` }).click();
  await page.getByRole('menuitem', { name: 'Send message' }).click();
  const form = dialog(page, 'Send Message');
  await form.getByRole('button', { name: 'Send' }).click();
  await expectText(page, 'Please fill in all required fields');
  await expect(form.getByLabel('Subject')).toBeFocused();
  await expectSound(page);
  await form.getByLabel('Subject').fill('Welcome');
  await form.getByLabel('Message').fill('See you on Monday.');
  await form.getByRole('button', { name: 'Send' }).click();
  await expectText(page, 'Message sent successfully');
  await expect(form).toBeHidden();
  const [first] = await product.call<{ subject: string }[]>(eve.token, 'GET /api/messages/inbox');
  expect(first?.subject).toBe('Welcome');
});

test(
  'the message about a note that was sent back leads to fixing it',
  BOTH_SIZES,
  async ({ page, product }) => {
    const { employee, client } = await createVisit(product);
    const { token } = await product.person({ role: 'manager' });
    const noteForm = buildNoteForm(client.id, { clientSignatureCode: CODE });
    const note = await product.call<Sent>(employee.token, 'POST /api/notes', noteForm);
    const review = { action: 'return', comment: 'Which bills?' };
    await product.call(token, `PATCH /api/notes/${note.id}/review`, review);
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
