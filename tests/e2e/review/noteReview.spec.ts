/** Review of notes by managers, and what their authors see of it. */

import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessible, expectSound } from '#tests/e2e/accessible.ts';
import { enter } from '#tests/e2e/keyboardSteps.ts';
import {
  createClient,
  createNote,
  createTeam,
  expectText,
  fieldOf,
  fillFields,
  nameOf,
  press,
} from '#tests/e2e/steps.ts';
import { expectToast, field, loseFirstAnswer, sign, submit, unlock } from '#tests/e2e/submission/steps.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

type Note = { id: number; title: string };

/** Creates pending notes of an employee; the newest comes first. A note for another client is filtered out. */
async function createPendingNotes(product: Product, count: number) {
  const { manager, employee: author, client, note } = await createTeam(product, { totalTimeUnits: 900 });
  await createNote(product, manager, await createClient(product, manager), { title: 'Elsewhere' });
  const notes: Note[] = [];
  for (let number = 1; number <= count; number += 1) notes.unshift(await note({ title: `Visit ${number}.` }));
  return { manager, author, client, notes, list: `/management?status=pending&clientId=${client.id}` };
}

const dialogOf = (page: Page, note: Note | undefined) =>
  page.getByRole('dialog', { name: note?.title ?? '' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a note is put on hold, resumed, sent back with a comment and read by its author [2.mynotes.3 10.5.23,24]', async ({
  page,
  product,
}) => {
  const { manager, author, notes, list } = await createPendingNotes(product, 1);
  const dialog = dialogOf(page, notes[0]);
  await openAs(page, product, manager, list);
  await press(page, 'Visit 1.');
  await expectAccessible(page);
  await press(dialog, 'Hold');
  await expectToast(page, 'Note put on hold', "Find it under In review when you're ready to resume.");
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectText(page, 'No notes found');

  await fillFields(page, { Status: 'In review' });
  await press(page, 'View Visit 1.');
  await expectText(dialog, 'In review');
  await expect(dialog.getByRole('button', { name: /Approve|Deny|Send back/ })).toHaveCount(0);
  await press(dialog, 'Resume');
  await expectToast(page, 'Note resumed', 'The note is back in the queue.');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await fillFields(page, { Status: 'Pending' });
  await press(page, 'Visit 1.');
  await press(dialog, 'Send back');
  await expect(dialog.getByRole('alert')).toContainText('Enter what to change');
  await expect(fieldOf(dialog, 'What to change')).toBeFocused();
  await page.keyboard.type('Please add the kilometres.');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await press(dialog, 'Send back');
  await expectToast(page, 'Note sent back', 'The employee has been notified');

  await openAs(page, product, author, '/');
  const card = page.getByRole('region', { name: 'Sent back to you' });
  await expectText(card, 'Please add the kilometres.');
  await expect(card).toContainText(new RegExp(`Sent back by ${nameOf(manager)}, \\d+:\\d\\d [AP]M`));
  await card.getByRole('link', { name: 'Fix and sign again' }).click();
  await expect(page.getByRole('heading', { name: 'Edit note' })).toBeVisible();
  await openAs(page, product, author, '/my-notes');
  await expectText(page, 'Sent back (1)', 'All notes');
  const view = button(page, 'View Visit 1.');
  await view.click();
  const { description, research, summary } = buildNoteForm(0);
  for (const text of [description, research, summary, 'Please add the kilometres.', 'Maria Lopez'])
    await expect(dialog).toContainText(String(text));
  await expect(dialog).toContainText(/Sent back by/);
  for (const signer of ['Employee', 'Client'])
    await expect(dialog.getByRole('img', { name: `${signer} signature of` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(view).toBeFocused();
  await view.press('Enter');
  await dialog.getByRole('link', { name: 'Edit' }).click();
  // My Notes shows the comment as well.
  await expect(page.getByRole('heading', { name: 'Edit note' })).toBeVisible();
  await expect(page.getByText('Please add the kilometres.')).toBeVisible();
  await expect(field(page, 'Description')).toHaveValue(String(description));
  await expectAccessible(page);
});

test(
  'a manager who decides second sees that the note was reviewed [4.note.6]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 409 .*\/review/, /ERR_FAILED .*\/api\/events/);
    const { manager, notes, list } = await createPendingNotes(product, 1);
    // Without the event stream the page does not notice the first decision.
    await page.route('**/api/events*', (route) => route.abort());
    await openAs(page, product, manager, list);
    await press(page, 'Visit 1.');
    await expect(dialogOf(page, notes[0])).toBeVisible();
    await product.call(manager.token, `PATCH /api/notes/${notes[0]?.id}/review`, { action: 'approve' });
    await press(page, 'Approve');
    await expectText(page, 'Someone else already reviewed this note');
    await expect(page.getByRole('dialog')).toContainText('Approved by');
    await expect(button(page, 'Approve')).toHaveCount(0);
  },
);

test(
  'the buttons of a row ask for one decision over the whole note, and move the focus to the next row [2.management.4 4.note.4 5.other.8 8.notes.17,18]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, notes, list } = await createPendingNotes(product, 3);
    const stats = () => product.call(manager.token, 'GET /api/management/stats');
    await openAs(page, product, manager, list);
    const dialog = page.getByRole('dialog');
    await press(page, 'Deny Visit 3.');
    await expect(dialog).toContainText(String(buildNoteForm(0).research));
    await expect(dialog.getByRole('button', { name: /Approve|Hold|Send back/ })).toHaveCount(0);
    await expect(button(page, 'Deny')).toBeDisabled();
    await expectText(dialog, 'Enter a reason to deny this note. The employee will see it.');
    await press(dialog, 'Cancel');
    await expect(button(page, 'Deny Visit 3.')).toBeFocused();
    await enter(page, button(page, 'Deny Visit 3.'));
    await fillFields(dialog, { 'Reason for denial': 'The times are wrong.' });
    await press(dialog, 'Deny');
    await expectToast(page, 'Note Denied', 'Note denied and the employee has been notified');
    await expect(button(page, 'Approve Visit 2.')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialogOf(page, notes[1])).toBeVisible();
    await expect(button(page, 'Approve')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Note Approved', 'Note approved and the employee has been notified');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, 'Approve Visit 1.')).toBeFocused();
    await expect(button(page, 'Approve Visit 2.')).toHaveCount(0);
    await expect(button(page, 'Approve Visit 1.')).toBeFocused();
    expect(await stats()).toMatchObject({ approved: 1, denied: 1 });
  },
);

test(
  'My Notes has pages and filters; a note sent back is edited, another is deleted [1.employees.6 2.mynotes.4,5 8.notes.7 9.counts.13 10.5.25]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, author, notes } = await createPendingNotes(product, 11);
    const comment = 'Please add the kilometres.';
    await product.call(manager.token, `PATCH /api/notes/${notes[0]?.id}/review`, {
      action: 'return',
      comment,
    });
    await openAs(page, product, author, '/my-notes');
    await expectText(page, 'Showing 1 to 10 of 11 results');
    await press(page, 'Next');
    await expectText(page, 'Showing 11 to 11 of 11 results');
    await press(page, 'Delete Visit 1.');
    await expectText(page, 'Are you sure you want to delete this note?');
    await press(page, 'Delete');
    await expectText(page, 'Note deleted successfully', 'Showing 1 to 10 of 10 results');
    await expectAccessible(page);
    await openAs(page, product, author, '/my-notes?status=in-progress');
    await page.getByRole('button', { name: /^Edit / }).click();
    await expect(page.getByText(comment)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Visit 11.');
    await openAs(page, product, author, '/my-notes?status=denied');
    await expectText(page, 'No notes found');
  },
);

test(
  'a resubmitted note whose response is lost is sent again and stored once',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/ERR_FAILED .*\/api\/notes\/\d+$/, /ERR_FAILED .*\/api\/events/);
    const { author, notes } = await createPendingNotes(product, 1);
    const id = notes[0]?.id;
    // Without the event stream the page does not notice that the note has changed.
    await page.route('**/api/events*', (route) => route.abort());
    await openAs(page, product, author, `/submit?note=${id}`);
    await field(page, 'Summary').fill('Bills are paid, next visit on Monday.');
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    const keys = await loseFirstAnswer(page, 'PUT', `**/api/notes/${id}`);
    await submit(page);
    await expect(page.getByText('Note not sent')).toBeVisible();
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
    expect(await product.call(author.token, `GET /api/notes/${id}/versions`)).toHaveLength(2);
  },
);

test(
  'the author downloads the signed note as a PDF, and a manager also after it was deleted',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, author, notes } = await createPendingNotes(product, 1);
    const id = notes[0]?.id;
    const download = async () => {
      const pdf = page.getByRole('link', { name: 'Signed note as PDF' });
      const [file] = await Promise.all([page.waitForEvent('download'), pdf.click()]);
      expect(file.suggestedFilename()).toBe(`note-${id}.pdf`);
      expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    };
    await openAs(page, product, author, `/my-notes?note=${id}`);
    await download();
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'approve' });
    // The open note would be fetched again.
    await page.goto(`${product.url}/my-notes`);
    await product.call(author.token, `DELETE /api/notes/${id}`);
    expectBrowserError(/status of 404 .*\/api\/notes\/\d+$/);
    await openAs(page, product, manager, `/management?note=${id}`);
    await expectText(
      page,
      'This note was deleted after it was approved. Its units, hours and signatures are kept.',
    );
    await download();
  },
);

test(
  'the notes table has buttons in reach and readable titles at 1,280 and 768 pixels, and fades its edges where it scrolls',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, list } = await createPendingNotes(product, 1);
    await page.setViewportSize({ width: 1280, height: 800 });
    await openAs(page, product, manager, list);
    const title = page.getByRole('button', { name: 'Visit 1.', exact: true });
    const deny = page.getByRole('button', { name: 'Deny Visit 1.' });
    await expect(deny).toBeInViewport({ ratio: 1 });
    const isWider = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(isWider)).toBe(false);
    expect((await title.boundingBox())?.height).toBeLessThan(30);
    await expect(page.getByRole('group', { name: 'Notes', exact: true })).toHaveCount(0);
    await page.setViewportSize({ width: 768, height: 800 });
    const table = page.getByRole('group', { name: 'Notes', exact: true });
    const readFades = () =>
      table.evaluate((element) => {
        const style = getComputedStyle(element);
        return [style.getPropertyValue('--fade-start'), style.getPropertyValue('--fade-end')];
      });
    await expect.poll(readFades).toEqual(['0px', '48px']);
    await expectSound(page);
    await table.focus();
    const scroll = async () => {
      await page.keyboard.press('ArrowRight');
      return readFades();
    };
    await expect.poll(scroll).toEqual(['48px', '0px']);
    await expect(deny).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(isWider)).toBe(false);
  },
);
