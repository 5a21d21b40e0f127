/** A note that is sent back with comments on fields, from the manager's dialog to the corrected note. */

import { expectAccessible, expectNoSidewaysScroll } from '#tests/e2e/accessible.ts';
import {
  createClient,
  createNote,
  createTeam,
  expectText,
  fillFields,
  nameOf,
  press,
} from '#tests/e2e/steps.ts';
import { expectToast, field, sign, signature, submit, unlock } from '#tests/e2e/submission/steps.ts';
import { buildCapture } from '#tests/support/factories/captures.ts';
import {
  LONG_ON_DESKTOP,
  LONG_RUN,
  ON_A_PHONE,
  expect,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';

const RETURN = {
  action: 'return',
  comment: 'Two points before I can approve this.',
  reasonCode: 'times',
  fieldComments: {
    summary: 'Which bills?',
    endTime: 'It was 11:00.',
    clientSignature: 'The line is not readable.',
  },
};

test(
  'an employee corrects a note sent back: fields are named, comments are at them, the rest is kept, both sign again [12.review.120,121]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { employee, manager, note } = await createTeam(product);
    const { id } = await note({ title: 'My visit' });
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, RETURN);
    await openAs(page, product, employee, '/my-notes');
    const card = page.getByRole('region', { name: 'Sent back to you' });
    await expect(card).toContainText('Times: Two points before I can approve this.');
    await expect(card).toContainText('End time: It was 11:00.');
    await openAs(page, product, employee, '/');
    await expect(card).toContainText('Summary: Which bills?');
    await card.getByRole('link', { name: 'Fix and sign again' }).click();

    const banner = page.getByRole('status').filter({ hasText: 'Fix these fields' });
    await expect(banner).toContainText(`Sent back by ${nameOf(manager)}: Times`);
    await expect(banner.getByRole('listitem')).toHaveText([
      'End time: It was 11:00.',
      'Summary: Which bills?',
      'Client signature: The line is not readable.',
    ]);
    const endTime = page.getByLabel('End time');
    await expect(endTime).toHaveAccessibleDescription(/Reviewer comment: It was 11:00\./);
    await expect(field(page, 'Summary')).toHaveAccessibleDescription(/Reviewer comment: Which bills\?/);
    await expect(field(page, 'Description')).not.toHaveAccessibleDescription(/Sent back/);
    const again = 'Sign again: the note was sent back (Times).';
    await expect(page.getByText(again)).toHaveCount(2);
    await expect(signature(page, 'Client')).toHaveAccessibleDescription(
      /Reviewer comment: The line is not readable\./,
    );
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await expect(field(page, 'Description')).toHaveValue(/^Went through the budget/);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('My visit');
    await banner.getByRole('button', { name: 'End time' }).click();
    await expect(endTime).toBeFocused();
    await endTime.fill('11:00');
    await expectText(page, 'Reviewer comment: It was 11:00.');
    await field(page, 'Summary').fill('Rent and power are paid, next visit on Friday.');
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    await submit(page);
    await expectToast(page, 'Success!', 'Note submitted successfully!');
    expect(await product.call(employee.token, `GET /api/notes/${id}`)).toMatchObject({
      status: 'pending',
      version: 2,
      title: 'My visit',
      endTime: '11:00',
      reviewReasonCode: null,
      fieldComments: null,
    });
  },
);

test(
  'the form, Home and details show why a note was sent back when it arrived, and name no manager [13.capture.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, manager, note } = await createTeam(product);
    const service = { name: 'Home care' };
    const { id: serviceId, key } = await product.call<{ id: number; key: string }>(
      manager.token,
      'POST /api/business-services',
      service,
    );
    await product.call(manager.token, `DELETE /api/business-services/${serviceId}`);
    const capture = buildCapture(new Date(), { offline: true });
    const { id } = await note({ title: 'My visit', category: key, capture });
    const reason = 'The service was archived before the note arrived.';
    const remedy = 'Choose another service, or ask a manager to restore it first.';
    await openAs(page, product, employee, '/');
    const card = page.getByRole('region', { name: 'Sent back to you' });
    await expect(card).toContainText('Sent back automatically');
    await expect(card).toContainText(`${reason} ${remedy}`);
    await card.getByRole('link', { name: 'Fix and sign again' }).click();
    const banner = page.getByRole('status').filter({ hasText: `Sent back automatically: ${reason}` });
    await expect(banner).toContainText(remedy);
    await expect(banner).not.toContainText('manager:');
    await expect(banner).not.toContainText('Sent back by');
    await expect(page.getByText('Sign again: the note was sent back automatically.')).toHaveCount(2);
    await expectAccessible(page);
    await openAs(page, product, manager, `/management?note=${id}`);
    await expect(page.getByRole('dialog')).toContainText(`Sent back automatically`);
    await expect(page.getByRole('dialog')).toContainText(`${reason} ${remedy}`);
  },
);

test(
  'a manager sends a note back with a problem and comments on fields [12.review.122]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, client, note } = await createTeam(product);
    const { id } = await note({ title: 'My visit' });
    const list = `/management?status=pending&clientId=${client.id}`;
    await openAs(page, product, manager, list);
    await press(page, 'My visit');
    const dialog = page.getByRole('dialog');
    const addComment = async (on: string) => {
      await fillFields(dialog, { 'Comment on a field': on });
      await press(dialog, 'Add comment');
    };
    await fillFields(dialog, { 'Reason type': 'Times' });
    await addComment('End time');
    const endTime = dialog.getByRole('textbox', { name: 'Comment on End time' });
    await expect(endTime).toBeFocused();
    await endTime.fill('Until 11?');
    await addComment('Summary');
    await fillFields(dialog, { 'Comment on Summary': 'Which bills?' });
    await addComment('Research');
    await press(dialog, 'Remove the comment on Summary');
    await expect(dialog.getByRole('textbox', { name: 'Comment on Summary' })).toHaveCount(0);
    await expectAccessible(page);
    await page.reload();
    await expect(endTime).toHaveValue('Until 11?');
    await dialog.getByRole('textbox', { name: /^Reason for denial/ }).fill('See the end time.');
    await press(dialog, 'Send back');
    await expectToast(page, 'Note sent back', 'The employee has been notified');
    expect(await product.call(manager.token, `GET /api/notes/${id}`)).toMatchObject({
      status: 'in-progress',
      reviewComment: 'See the end time.',
      reviewReasonCode: 'times',
      fieldComments: { endTime: 'Until 11?' },
    });
  },
);

test(
  'a manager denies a note with a problem, and reopens an approved one [12.review.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, note } = await createTeam(product);
    const [denied, approved] = [await note({ title: 'Twice' }), await note({ title: 'Not true' })];
    await product.call(manager.token, `PATCH /api/notes/${approved.id}/review`, { action: 'approve' });
    await openAs(page, product, manager, `/management?clientId=${client.id}`);
    await press(page, 'Deny Twice');
    const dialog = page.getByRole('dialog');
    await fillFields(dialog, { 'Reason type': 'Duplicate', 'Reason for denial': 'See Monday.' });
    await press(dialog, 'Deny');
    await expectText(page, 'Note Denied');
    await press(page, 'View Not true');
    await press(dialog, 'Reopen');
    await expect(dialog.getByRole('alert')).toContainText('Enter a reason for reopening');
    await fillFields(dialog, { 'Reason for reopening': 'The client was away.' });
    await press(dialog, 'Reopen');
    await expectToast(page, 'Note reopened', 'The employee has been notified');
    const read = ({ id }: { id: number }) => product.call(manager.token, `GET /api/notes/${id}`);
    expect(await read(denied)).toMatchObject({ status: 'denied', reviewReasonCode: 'duplicate' });
    expect(await read(approved)).toMatchObject({ status: 'pending' });
  },
);

test(
  'the only manager gives a reason to approve an own note; others have no Approve button for it [8.notes.18 12.review.123]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const owner = await product.admin();
    const client = await createClient(product, owner);
    const own = await createNote(product, owner, client, { title: 'My own visit' });
    await openAs(page, product, owner, '/management?status=pending');
    const selfReview = 'This is your own note. The audit log records its review as a self-review.';
    const dialog = page.getByRole('dialog');
    await press(page, 'Approve My own visit');
    await expectText(dialog, selfReview);
    await expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled();
    await fillFields(dialog, { Reason: 'I am the only manager.' });
    await press(dialog, 'Approve');
    await expectText(page, 'Note Approved');
    await expect(page.getByText('has been notified')).toHaveCount(0);
    expect(await product.call(owner.token, `GET /api/notes/${own.id}`)).toMatchObject({
      status: 'resolved',
      reviewComment: 'I am the only manager.',
    });

    const manager = await product.person({ role: 'manager' });
    await createNote(product, manager, client, { title: 'Of the manager' });
    await openAs(page, product, manager, '/management?status=pending');
    await expect(page.getByRole('button', { name: 'Approve Of the manager' })).toHaveCount(0);
    await press(page, 'Of the manager');
    await expectText(dialog, 'This is your own note. Another manager has to approve it.');
    await expect(dialog.getByRole('button', { name: 'Deny' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  },
);
