import type { Page } from '@playwright/test';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { DESKTOP_ONLY, expect, openAs, test } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expectAccessible } from './accessible.ts';
import { enter } from './keyboardSteps.ts';
import { field, loseFirstAnswer, sign, submit, toasted } from './noteSteps.ts';

type Note = { id: number; title: string };

/** A manager, and an employee with so many pending notes; the newest title comes first. */
async function pendingNotes(product: Product, count: number) {
  const admin = await product.admin();
  const manager = await product.person({ role: 'manager' });
  const author = await product.person({ firstName: 'Ben' });
  const companyName = uniqueName('Maple');
  const form = { companyName, contactName: 'Maria Lopez', totalTimeUnits: 900, signatureCode: '4711ab' };
  // What the list leaves out: a manager's own note for another client.
  const other = await product.call<Note>(admin.token, 'POST /api/clients', {
    ...form,
    companyName: uniqueName('Oak'),
  });
  await product.call(manager.token, 'POST /api/notes', buildNoteForm(other.id, { title: 'Elsewhere' }));
  const client = await product.call<{ id: number }>(admin.token, 'POST /api/clients', form);
  const assigned = { clientId: client.id, employeeId: author.user.id };
  await product.call(admin.token, 'POST /api/client-assignments', assigned);
  const notes: Note[] = [];
  for (let made = 1; made <= count; made += 1) {
    const body = buildNoteForm(client.id, { title: `Visit ${made} of ${companyName}` });
    notes.unshift(await product.call<Note>(author.token, 'POST /api/notes', body));
  }
  return {
    manager,
    author,
    notes,
    clientId: client.id,
    list: `/management?status=pending&clientId=${client.id}`,
  };
}

const dialogOf = (page: Page, note: Note | undefined) =>
  page.getByRole('dialog', { name: note?.title ?? '' });
const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

async function openFirst(page: Page, note: Note | undefined): Promise<void> {
  const opener = page.getByRole('button', { name: note?.title ?? '', exact: true });
  await opener.focus();
  await opener.press('Enter');
  await expect(dialogOf(page, note)).toBeVisible();
}

test(
  'a manager reviews by keyboard and is offered the next pending note [5.other.9 8.notes.16]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { manager, notes, list } = await pendingNotes(product, 4);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await openAs(page, product, manager, list);
    await enter(page, button(notes[0]?.title ?? ''));
    await expect(dialogOf(page, notes[0])).toBeVisible();
    await page.keyboard.press('j');
    await expect(dialogOf(page, notes[1])).toBeVisible();
    await page.keyboard.press('k');
    await expect(dialogOf(page, notes[0])).toBeVisible();

    await enter(page, button('Deny'));
    await expect(page.getByRole('alert')).toContainText('A reason for denial is required');
    await expect(page.getByRole('textbox', { name: /Reason for denial/ })).toBeFocused();
    await page.keyboard.type('The job took longer. Look again.');
    await enter(page, button('Deny'));
    await expectText(page, 'Note Denied');
    await expect(dialogOf(page, notes[1])).toBeVisible();

    await enter(page, button('Approve'));
    await expectText(page, 'Note Approved');
    await expect(dialogOf(page, notes[2])).toBeVisible();

    await enter(page, button('Hold'));
    await expectText(page, 'Note put on hold');
    await expect(dialogOf(page, notes[3])).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const states = await Promise.all(
      notes.map((note) =>
        product.call<{ status: string; reviewComment: string | null }>(
          manager.token,
          `GET /api/notes/${note.id}`,
        ),
      ),
    );
    expect(states.map((note) => note.status)).toEqual(['denied', 'resolved', 'in-review', 'pending']);
    expect(states[0]?.reviewComment).toBe('The job took longer. Look again.');
  },
);

test('a note is put on hold, resumed, sent back with a comment and read by its author [2.mynotes.3 10.5.23,24]', async ({
  page,
  product,
}) => {
  const { manager, author, notes, list } = await pendingNotes(product, 1);
  const [note] = notes;
  const dialog = dialogOf(page, note);
  await openAs(page, product, manager, list);
  await openFirst(page, note);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Hold' }).click();
  await toasted(page, 'Note put on hold', "Find it under In review when you're ready to resume.");
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectText(page, 'No notes found');

  await page.getByRole('combobox', { name: 'Status' }).selectOption('In review');
  await page.getByRole('button', { name: `View ${note?.title}` }).click();
  await expect(dialog.getByText('In review', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /Approve|Deny|Send back/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await toasted(page, 'Note resumed', 'The note is back in the queue.');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
  await openFirst(page, note);
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter what to change');
  await expect(dialog.getByRole('textbox', { name: /Reason for denial/ })).toBeFocused();
  await page.keyboard.type('Please add the kilometres.');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Send back' }).click();
  await toasted(page, 'Note sent back', 'The employee has been notified');
  await readsWhole(page, product, { author, note });
});

/** What the author reads of a note that was sent back: the note, what is asked, and the way to edit it. */
async function readsWhole(
  page: Page,
  product: Product,
  { author, note }: { author: SignedIn; note: Note | undefined },
): Promise<void> {
  await openAs(page, product, author, '/my-notes');
  const view = page.getByRole('button', { name: `View ${note?.title}` });
  await view.click();
  const dialog = dialogOf(page, note);
  const { description, research, summary } = buildNoteForm(0);
  for (const text of [description, research, summary, 'Please add the kilometres.', 'Maria Lopez']) {
    await expect(dialog).toContainText(String(text));
  }
  await expect(dialog).toContainText(/Sent back by/);
  for (const whose of ['Employee', 'Client']) {
    await expect(dialog.getByRole('img', { name: `${whose} signature of` })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(view).toBeFocused();
  await view.press('Enter');
  await dialog.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText('Please add the kilometres.')).toBeVisible();
  await expect(field(page, 'Description')).toHaveValue(String(description));
  await expectAccessible(page);
}

test(
  'a manager who decides second sees that the note was reviewed [4.note.6]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/status of 409 .*\/review/);
    const { manager, notes, list } = await pendingNotes(product, 1);
    // Without live changes the page cannot know that another manager decided first.
    expectBrowserError(/ERR_FAILED .*\/api\/events/);
    await page.route('**/api/events', (route) => route.abort());
    await openAs(page, product, manager, list);
    await openFirst(page, notes[0]);
    await product.call(manager.token, `PATCH /api/notes/${notes[0]?.id}/review`, { action: 'approve' });
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectText(page, 'Someone else already reviewed this note');
    await expect(page.getByRole('dialog')).toContainText('Approved by');
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  },
);

test('denying from the list requires a reason [2.management.4 4.note.4 5.other.8 8.notes.17,18]', async ({
  page,
  product,
}) => {
  const { manager, notes, list } = await pendingNotes(product, 1);
  await openAs(page, product, manager, list);
  await page.getByRole('button', { name: `Deny ${notes[0]?.title}` }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Deny', exact: true });
  await expect(confirm).toBeDisabled();
  await expect(page.getByText('Enter a reason to deny this note.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason for denial' }).fill('The times are wrong.');
  await confirm.click();
  await expectText(page, 'Note Denied');
  await expect(page.getByText('the employee has been notified').first()).toBeVisible();
});

test(
  'approving by the row icon moves the focus to the Approve button of the next row',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { manager, notes, list } = await pendingNotes(product, 2);
    const approve = (note: Note | undefined) => page.getByRole('button', { name: `Approve ${note?.title}` });
    await openAs(page, product, manager, list);
    await enter(page, approve(notes[0]));
    await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }));
    await expectText(page, 'Note Approved');
    await expect(approve(notes[1])).toBeFocused();
    await expect(approve(notes[0])).toHaveCount(0);
    await expect(approve(notes[1])).toBeFocused();
  },
);

test(
  'approving an own note shows no notice of a notification [8.notes.18]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { manager, clientId } = await pendingNotes(product, 0);
    const title = uniqueName('My own visit');
    await product.call(manager.token, 'POST /api/notes', buildNoteForm(clientId, { title }));
    await openAs(page, product, manager, `/management?status=pending&clientId=${clientId}`);
    const selfReview = 'This is your own note. The audit log records its review as a self-review.';
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: title, exact: true }).click();
    await expect(dialog).toContainText(selfReview);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `Approve ${title}` }).click();
    await expect(dialog).toContainText(selfReview);
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
    await expectText(page, 'Note Approved');
    await expect(page.getByText('has been notified')).toHaveCount(0);
  },
);

/** What the author finds of a note that was sent back. */
async function sentBackTo(page: Page, product: Product, author: SignedIn): Promise<void> {
  await openAs(page, product, author, '/');
  const card = page.getByRole('region', { name: 'Sent back to you' });
  await expect(card).toContainText('Please add the kilometres.');
  await card.getByRole('link', { name: 'Fix and sign again' }).click();
  await expect(page.getByRole('heading', { name: 'Edit note' })).toBeVisible();
  await openAs(page, product, author, '/my-notes?status=in-progress');
  await page.getByRole('button', { name: /^Edit / }).click();
  await expect(page.getByText('Please add the kilometres.')).toBeVisible();
}

test('my notes are paged and filtered; one sent back is edited, one is deleted [1.employees.6 2.mynotes.4,5 8.notes.7 9.counts.13 10.5.25]', async ({
  page,
  product,
}) => {
  const { manager, author, notes } = await pendingNotes(product, 11);
  const back = { action: 'return', comment: 'Please add the kilometres.' };
  await product.call(manager.token, `PATCH /api/notes/${notes[0]?.id}/review`, back);
  await openAs(page, product, author, '/my-notes');
  await expect(page.getByText('Showing 1 to 10 of 11 results')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Showing 11 to 11 of 11 results')).toBeVisible();
  await page.getByRole('button', { name: `Delete ${notes[10]?.title}` }).click();
  await expect(page.getByText('Are you sure you want to delete this note?')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectText(page, 'Note deleted successfully');
  await expect(page.getByText('Showing 1 to 10 of 10 results')).toBeVisible();
  await expectAccessible(page);
  await sentBackTo(page, product, author);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(notes[0]?.title ?? '');
  await openAs(page, product, author, '/my-notes?status=denied');
  await expectText(page, 'No notes found');
});

test(
  'a resubmitted note whose response is lost is sent again and is one version',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    expectBrowserError(/ERR_FAILED .*\/api\/notes\/\d+$/);
    const { author, notes } = await pendingNotes(product, 1);
    const id = notes[0]?.id;
    // Without the event stream the page cannot know that the note has changed.
    expectBrowserError(/ERR_FAILED .*\/api\/events/);
    await page.route('**/api/events*', (route) => route.abort());
    await openAs(page, product, author, `/submit?note=${id}`);
    await field(page, 'Summary').fill('Bills are paid, next visit on Monday.');
    await sign(page, 'Employee');
    await field(page, 'Client verification code').fill('4711ab');
    await field(page, 'Client verification code').press('Enter');
    await sign(page, 'Client');
    const keys = await loseFirstAnswer(page, 'PUT', `**/api/notes/${id}`);
    await submit(page);
    await expect(page.getByText('Note not sent')).toBeVisible();
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    expect(keys).toEqual([expect.stringMatching(/^\w{32}$/), keys[0]]);
    const versions = await product.call<unknown[]>(author.token, `GET /api/notes/${id}/versions`);
    expect(versions).toHaveLength(2);
  },
);

test(
  'an approved note that was deleted is still there for an auditor',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { manager, author, notes } = await pendingNotes(product, 1);
    const id = notes[0]?.id;
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'approve' });
    await product.call(author.token, `DELETE /api/notes/${id}`);
    expectBrowserError(/status of 404 .*\/api\/notes\/\d+$/);
    await openAs(page, product, manager, `/management?note=${id}`);
    await expectText(
      page,
      'This note was deleted after it was approved. Its units and hours stay, and what was signed.',
    );
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Signed note as PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  },
);
