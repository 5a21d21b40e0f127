/** Mail and announcements, word for word. */
import type { Page } from '@playwright/test';
import { buildAnnouncementForm } from '#tests/support/factories/announcements.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { choicesOf, expectFields, labelled } from './steps.ts';

const nameOf = ({ user }: SignedIn) => `${user.firstName} ${user.lastName}`;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function aLetter(product: Product, { from, to }: { from: SignedIn; to: SignedIn }, content: string) {
  const body = { recipientId: to.user.id, subject: uniqueName('Lease'), content };
  return product.call<{ id: number; subject: string }>(from.token, 'POST /api/messages', body);
}

test('mail has two boxes, a form for everyone but oneself, and asks before it deletes [2.mail.1,3 4.message.4 9.counts.10]', async ({
  page,
  product,
}) => {
  const mia = await product.person({ role: 'manager', firstName: uniqueName('Mia') });
  const eve = await product.person({ firstName: uniqueName('Eve') });
  const content = 'Please bring the signed lease and the keys of the house. '.repeat(3).trim();
  const letter = await aLetter(product, { from: mia, to: eve }, content);
  await openAs(page, product, eve, '/mail');
  await expect(page.getByRole('tab')).toHaveText([/^Inbox1/, 'Sent']);
  await expect(page.getByText('No message selected')).toBeVisible();
  await page.getByRole('button', { name: 'Compose' }).click();
  const form = dialog(page, 'New message');
  await expectFields(form, { required: ['Recipient', 'Subject', 'Message'] });
  await expect(labelled(form, 'Message')).toHaveAttribute('rows', '6');
  await labelled(form, 'Recipient').fill(nameOf(mia));
  await expect(form.getByRole('option', { name: `${nameOf(mia)} · Field` })).toBeVisible();
  await labelled(form, 'Recipient').fill(nameOf(eve));
  await expect(form.getByText('No colleague found')).toBeVisible();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: letter.subject }).click();
  const conversation = page.getByRole('list', { name: 'Conversation' });
  await expect(conversation).toContainText(content);
  await expect(conversation).toContainText('Read just now');
  await page.getByRole('button', { name: 'Delete message' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`${content.slice(0, 100).trimEnd()}…`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'Sent' }).click();
  await expect(page.getByText('Nothing sent yet')).toBeVisible();
  await expect(page.getByText('No message selected')).toHaveCount(0);
});

test('what the sender opens stays unread, and a reading that fails is silent [4.message.2]', async ({
  page,
  product,
}) => {
  const mia = await product.person({ role: 'manager', firstName: uniqueName('Mia') });
  const eve = await product.person({ firstName: uniqueName('Eve') });
  const letter = await aLetter(product, { from: mia, to: eve }, 'At nine');
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/read') && asked.push(request.url()));
  await openAs(page, product, mia, `/mail?tab=sent&message=${letter.id}`);
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('At nine');
  await expect(page.getByText(/^Read /)).toHaveCount(0);
  expect(asked).toEqual([]);

  expectBrowserError(/ERR_FAILED .*\/api\/messages\/[^/]+\/read/);
  await page.route('**/api/messages/*/read', (route) => route.abort());
  await openAs(page, product, eve, `/mail?message=${letter.id}`);
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('At nine');
  await expect.poll(() => asked.length).toBe(1);
  await expect(page.getByRole('tab', { name: 'Inbox 1 unread' })).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
});

test('announcements are a week ahead and all others, and their form has its fields [2.announcements.1,2 4.announcement.1]', async ({
  page,
  product,
}) => {
  const mia = await product.person({ role: 'manager', firstName: 'Mia' });
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
  const post = async (scheduledDate: string | null) => {
    const title = uniqueName('News');
    await product.call(mia.token, 'POST /api/announcements', buildAnnouncementForm({ title, scheduledDate }));
    return title;
  };
  const [withinWeek, later, unscheduled] = [
    await post(inDays(6.9)),
    await post(inDays(7.1)),
    await post(null),
  ];
  await openAs(page, product, mia, '/announcements');
  const upcoming = page.getByRole('list', { name: 'Upcoming This Week' });
  const all = page.getByRole('list', { name: 'All Announcements' });
  await expect(upcoming).toContainText(withinWeek);
  for (const title of [later, unscheduled]) {
    await expect(all).toContainText(title);
    await expect(upcoming).not.toContainText(title);
  }
  await page.getByRole('button', { name: 'Create Announcement' }).click();
  const form = dialog(page, 'Create Announcement');
  await expectFields(form, {
    required: ['Title', 'Content', 'Type', 'Priority'],
    optional: ['Scheduled Date', 'Location'],
  });
  expect(await choicesOf(labelled(form, 'Type'))).toEqual(['Announcement', 'Meeting', 'Event', 'Other']);
  expect(await choicesOf(labelled(form, 'Priority'))).toEqual(['Low', 'Medium', 'High', 'Urgent']);
  expect(await labelled(form, 'Priority').inputValue()).toBe('medium');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Edit ${withinWeek}` }).click();
  await expect(dialog(page, 'Edit Announcement')).toBeVisible();
});
