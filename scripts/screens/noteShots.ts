/** Screenshots of notes: writing, signing, drafts, review and search. */

import type { Page } from '@playwright/test';
import {
  EMPLOYEE,
  fail,
  hang,
  listShots,
  MANAGER,
  NEWCOMER,
  openConfirmation,
  openDialog,
  openFirstRow,
  press,
  sequence,
  shotsAt,
  SUBSCRIBER,
  waitForDialog,
  waitForText,
  type Shot,
} from './shot.ts';

const SEARCH = '/search?q=landlord+lease';
const SEARCH_CALLS = '**/api/notes/search?*';

const signature = (page: Page, whose: string) => page.getByRole('group', { name: `${whose} signature` });
const clientField = (page: Page) => page.getByRole('combobox', { name: 'Client', exact: true });

/** Draws on the employee's pad: in the form, on a phone on the whole screen. */
async function sign(page: Page): Promise<void> {
  const group = signature(page, 'Employee');
  const opener = group.getByRole('button', { name: 'Tap to sign' });
  await opener.or(group.getByRole('img')).first().waitFor();
  const isPhone = await opener.isVisible();
  if (isPhone) await opener.click();
  const pad = (isPhone ? page.getByRole('dialog') : group).getByRole('img');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('The pad is not on the screen');
  for (let step = 0; step <= 40; step += 1) {
    const part = step / 40;
    const height = 0.5 + 0.3 * Math.sin(part * 20) * (1 - part);
    await page.mouse.move(box.x + box.width * (0.15 + 0.7 * part), box.y + box.height * height);
    if (step === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

async function enterWrongCode(page: Page): Promise<void> {
  const option = clientField(page).getByRole('option', { name: /Raymond Tully/ });
  await clientField(page).selectOption((await option.getAttribute('value')) ?? '');
  const code = page.getByRole('textbox', { name: 'Client verification code', exact: true });
  await code.fill('000000');
  await code.press('Enter');
  await waitForText('Invalid Code')(page);
  await signature(page, 'Client').scrollIntoViewIfNeeded();
}

/** Chooses a client without enough units for the visit. */
async function exceedUnits(page: Page): Promise<void> {
  await clientField(page).fill('Sofia Lindqvist');
  await page.getByRole('option', { name: /Sofia Lindqvist/ }).click();
  await page.getByLabel('Start time').fill('08:00');
  await page.getByLabel('End time').fill('12:00');
  await page.getByRole('status', { name: 'Time units' }).scrollIntoViewIfNeeded();
}

async function openHistory(page: Page): Promise<void> {
  await openDialog(/^View/)(page);
  const version = page.getByRole('dialog').locator('summary').first();
  await version.click();
  await version.evaluate((element) => element.scrollIntoView({ block: 'start' }));
}

async function editReturnedNote(page: Page): Promise<void> {
  await press(/^Edit/)(page);
  await page.waitForURL('**/submit?note=*');
  await page.getByRole('textbox', { name: 'Description' }).waitFor();
}

/** On phones the queue is shown first. */
async function openFirstOfQueue(page: Page): Promise<void> {
  const note = page.locator('[data-queue-item] a').first();
  await note.waitFor();
  await note.click();
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .waitFor();
}

/** Opens the command palette and types into it. */
const openPalette = (text: string) => async (page: Page) => {
  // By keyboard, because the button exists on wide screens only.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Screen, client, person or note' }).fill(text);
  await page.getByText('Searching…').waitFor({ state: 'detached' });
};

export const noteShots: Shot[] = [
  ...shotsAt(EMPLOYEE, '/submit', {
    submit: {},
    'submit-mistakes': press('Submit Note'),
    'submit-drafts': openDialog('Load Draft'),
    'submit-save-draft': openDialog('Save Draft'),
    'submit-signature': sign,
    'submit-locked': enterWrongCode,
  }),
  ...shotsAt(SUBSCRIBER, '/submit', { 'submit-no-clients': {} }),
  ...shotsAt(MANAGER, '/submit', { 'submit-too-few-units': exceedUnits }),
  ...listShots('my-notes', '/my-notes', { as: EMPLOYEE, calls: '**/api/notes/my?*' }),
  ...shotsAt(EMPLOYEE, '/my-notes', { 'my-notes-view': openDialog(/^View/) }),
  ...shotsAt(EMPLOYEE, '/my-notes?status=denied', { 'my-notes-denied': openDialog(/^View/) }),
  ...shotsAt(EMPLOYEE, '/my-notes?status=resolved', { 'my-notes-history': openHistory }),
  ...shotsAt(EMPLOYEE, '/my-notes?status=pending', { 'my-notes-delete': openConfirmation(/^Delete/) }),
  ...shotsAt(EMPLOYEE, '/my-notes?status=in-progress', { 'submit-again': editReturnedNote }),
  ...listShots('review', '/review', { as: MANAGER, calls: '**/api/review/queue?*' }),
  ...shotsAt(MANAGER, '/review', {
    'review-note': openFirstOfQueue,
    'review-send-back': sequence(openFirstOfQueue, press(/^Send back/)),
    'review-deny': sequence(openFirstOfQueue, press(/^Deny/)),
    'review-selected': press(/^Select .+ without warnings/),
  }),
  ...listShots('management', '/management', { as: MANAGER, calls: '**/api/management/notes?*' }),
  ...shotsAt(MANAGER, '/management?status=pending', {
    'management-review': sequence(openFirstRow, waitForDialog()),
    'management-approve': openDialog(/^Approve/),
    'management-deny': openDialog(/^Deny/),
  }),
  ...shotsAt(MANAGER, '/management?status=in-review', { 'management-on-hold': openDialog(/^View/) }),
  ...shotsAt(MANAGER, '/management?action=add', {
    'management-add-employee': { waitFor: { role: 'dialog', name: /./ } },
  }),
  ...shotsAt(MANAGER, '/search', { search: {} }),
  ...shotsAt(MANAGER, SEARCH, {
    'search-results': {},
    'search-loading': { state: 'loading', before: hang(SEARCH_CALLS) },
    'search-error': { state: 'error', before: fail(SEARCH_CALLS) },
    'search-details': openDialog(/^View Details/),
  }),
  ...shotsAt(EMPLOYEE, '/search?q=kitchen&dateFrom=2025-01-01', { 'search-results-employee': {} }),
  ...shotsAt(NEWCOMER, SEARCH, { 'search-empty': {} }),
  ...shotsAt(MANAGER, '/', { palette: openPalette(''), 'palette-results': openPalette('ma') }),
  ...shotsAt(EMPLOYEE, '/', { 'palette-employee': openPalette('ha') }),
];
