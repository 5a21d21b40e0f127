/** What is photographed of notes: written, signed, sent, reviewed. */
import type { Page } from '@playwright/test';
import { first, listScreen, press, pressAndBeAsked, pressAndSee, see } from './acts.ts';
import type { Shot } from './shot.ts';

const MANAGER = 'daniel.weiss';
const EMPLOYEE = 'maya.lindgren';
const SUBMIT = { as: EMPLOYEE, path: '/submit' } as const;
const PENDING = { as: MANAGER, path: '/management?status=pending' } as const;
const signature = (page: Page, whose: string) => page.getByRole('group', { name: `${whose} signature` });

async function reviewFirst(page: Page): Promise<void> {
  await page.getByRole('row').or(page.getByRole('article')).getByRole('button').first().click();
  await page.getByRole('dialog').first().waitFor();
}

/** Draws on the employee's pad: in its place, on a phone on the whole screen. */
async function sign(page: Page): Promise<void> {
  const own = signature(page, 'Employee');
  const opener = own.getByRole('button', { name: 'Tap to sign' });
  await opener.or(own.getByRole('img')).first().waitFor();
  const isPhone = await opener.isVisible();
  if (isPhone) await opener.click();
  const pad = (isPhone ? page.getByRole('dialog') : own).getByRole('img');
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

/** A client with a code. */
async function chooseClient(page: Page): Promise<void> {
  const client = page.getByRole('combobox', { name: 'Client', exact: true });
  const option = client.getByRole('option', { name: /Raymond Tully/ });
  await client.selectOption((await option.getAttribute('value')) ?? '');
}

async function typeWrongCode(page: Page): Promise<void> {
  await chooseClient(page);
  const code = page.getByRole('textbox', { name: 'Client verification code', exact: true });
  await code.fill('000000');
  await code.press('Enter');
  await see('Invalid Code')(page);
  await signature(page, 'Client').scrollIntoViewIfNeeded();
}

/** Of a client whose units are used up. */
async function workTooLong(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Client', exact: true }).fill('Sofia Lindqvist');
  await page.getByRole('option', { name: /Sofia Lindqvist/ }).click();
  await page.getByLabel('Start time').fill('08:00');
  await page.getByLabel('End time').fill('12:00');
  await page.getByRole('status', { name: 'Time units' }).scrollIntoViewIfNeeded();
}

const openHistory = first(pressAndSee(/^View/), async (page) => {
  const version = page.getByRole('dialog').locator('summary').first();
  await version.click();
  await version.evaluate((element) => element.scrollIntoView({ block: 'start' }));
});

const editDenied = first(press(/^Edit/), async (page) => {
  await page.waitForURL('**/submit?note=*');
  await page.getByRole('textbox', { name: 'Description' }).waitFor();
});

const submitting: Shot[] = [
  { name: 'submit', ...SUBMIT },
  { name: 'submit-mistakes', ...SUBMIT, act: press('Submit Note') },
  { name: 'submit-no-clients', as: 'subscriber', path: '/submit' },
  { name: 'submit-drafts', ...SUBMIT, act: pressAndSee('Load Draft') },
  { name: 'submit-save-draft', ...SUBMIT, act: pressAndSee('Save Draft') },
  { name: 'submit-signature', ...SUBMIT, act: sign },
  { name: 'submit-locked', ...SUBMIT, act: typeWrongCode },
  { name: 'submit-too-few-units', as: MANAGER, path: '/submit', act: workTooLong },
  { name: 'submit-again', as: EMPLOYEE, path: '/my-notes?status=in-progress', act: editDenied },
];

const own: Shot[] = [
  ...listScreen('my-notes', '/my-notes', { as: EMPLOYEE, calls: '**/api/notes/my?*' }),
  { name: 'my-notes-view', as: EMPLOYEE, path: '/my-notes', act: pressAndSee(/^View/) },
  { name: 'my-notes-denied', as: EMPLOYEE, path: '/my-notes?status=denied', act: pressAndSee(/^View/) },
  { name: 'my-notes-history', as: EMPLOYEE, path: '/my-notes?status=resolved', act: openHistory },
  {
    name: 'my-notes-delete',
    as: EMPLOYEE,
    path: '/my-notes?status=pending',
    act: pressAndBeAsked(/^Delete/),
  },
];

const reviewing: Shot[] = [
  ...listScreen('management', '/management', { as: MANAGER, calls: '**/api/management/notes?*' }),
  { name: 'management-review', ...PENDING, act: reviewFirst },
  { name: 'management-approve', ...PENDING, act: pressAndSee(/^Approve/) },
  { name: 'management-deny', ...PENDING, act: pressAndSee(/^Deny/) },
  { name: 'management-held', as: MANAGER, path: '/management?status=in-review', act: pressAndSee(/^View/) },
  {
    name: 'management-add-employee',
    as: MANAGER,
    path: '/management?action=add',
    waitFor: { role: 'dialog', name: /./ },
  },
];

export const notes: Shot[] = [...submitting, ...own, ...reviewing];
