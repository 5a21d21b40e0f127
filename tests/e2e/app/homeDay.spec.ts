/** Top of Home: an employee's day and what needs a manager. */

import type { Locator, Page } from '@playwright/test';
import { addDays } from '#platform/contract/days.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { expectOtherTheme, expectSound } from '#tests/e2e/accessible.ts';
import { recordLayoutShifts } from '#tests/e2e/layoutShifts.ts';
import {
  assign,
  cardOf,
  createClient,
  createTeam,
  failRequests,
  fieldOf,
  holdBack,
  press,
  questionOf,
  sendMessage,
} from '#tests/e2e/steps.ts';
import { waitForEncryptedForm } from '#tests/e2e/submission/offlineSteps.ts';
import { clientField } from '#tests/e2e/submission/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  ON_A_PHONE,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';

const yesterday = (zone: string) => addDays(dayInZone(new Date(), zone), -1);

/** Expects these headings on Home below the greeting, in this order. */
const expectHeadings = (page: Page, ...headings: string[]) =>
  expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([/^Good /, ...headings]);

/** Expects that each area comes after the one before it, on screen and for screen readers. */
async function expectInOrder(...areas: Locator[]) {
  for (const [index, area] of areas.slice(1).entries()) {
    const previous = await areas[index]?.first().elementHandle();
    const relation = await area
      .first()
      .evaluate((one, other) => other?.compareDocumentPosition(one), previous);
    // DOCUMENT_POSITION_FOLLOWING
    expect(relation, `area ${index + 2} follows`).toBe(4);
    const [top = 0, bottom = 0] = [
      (await areas[index]?.first().boundingBox())?.y,
      (await area.first().boundingBox())?.y,
    ];
    expect(bottom).toBeGreaterThanOrEqual(top);
  }
}

test(
  'an employee sees what to fix, drafts, unread messages and clients before anything else [12.home.120,121]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { manager, employee, client, note } = await createTeam(product);
    const empty = await createClient(product, manager, { contactName: 'Otis Granger', totalTimeUnits: 4 });
    await assign(product, manager, empty, employee);
    const { id } = await note({ workDate: yesterday(employee.user.timeZone) });
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, {
      action: 'return',
      comment: 'Please check when you left.',
      reasonCode: 'times',
      fieldComments: { endTime: 'The bus left at 11.' },
    });
    const draft = { draftName: 'Friday visit', clientId: client.id };
    await product.call(employee.token, 'POST /api/drafts', draft);
    await sendMessage(product, manager, employee, { subject: 'The bus', content: 'It leaves earlier now.' });
    await openAs(page, product, employee);
    const sentBack = page.getByRole('region', { name: 'Sent back to you' });
    await expect(sentBack).toContainText('Sent back by Mia');
    await expect(sentBack).toContainText('Times: Please check when you left.');
    await expect(sentBack).toContainText('End time: The bus left at 11.');
    await expect(cardOf(page, 'Unfinished drafts').getByRole('link')).toContainText('Friday visit');
    await expect(cardOf(page, 'Unread messages').getByRole('link', { name: /^The bus/ })).toBeVisible();
    const clients = cardOf(page, 'Your clients').getByRole('listitem');
    await expect(clients).toHaveCount(2);
    await expect(clients.first()).toContainText('Maria Lopez');
    await expect(clients.first()).toContainText('last visit');
    await expect(clients.first()).toContainText('31 of 40 units left');
    await expect(clients.last()).toContainText('Low');
    await expectHeadings(
      page,
      'Unfinished drafts',
      'Unread messages',
      'Your clients',
      'Recent Announcements',
    );
    await expectInOrder(
      sentBack,
      cardOf(page, 'Unfinished drafts'),
      cardOf(page, 'Unread messages'),
      cardOf(page, 'Your clients'),
      page.getByRole('region', { name: 'Quick actions' }),
      cardOf(page, 'Recent Announcements'),
    );
    await expectSound(page);
    await expectOtherTheme(page);
    await sentBack.getByRole('link', { name: 'Fix and sign again' }).click();
    await expect(page).toHaveURL(new RegExp(`/submit\\?note=${id}$`));
    await page.goto(product.url);
    await cardOf(page, 'Unfinished drafts').getByRole('link').click();
    await expect(clientField(page)).toHaveValue(String(client.id));
  },
);

test(
  'a client on Home opens the form with the client selected [12.home.122]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client } = await createTeam(product);
    const other = await createClient(product, manager, { contactName: 'Otis Granger' });
    await assign(product, manager, other, employee);
    await openAs(page, product, employee);
    await page.getByRole('link', { name: 'Submit note for Maria Lopez' }).click();
    await expect(clientField(page)).toHaveValue(String(client.id));
    await fieldOf(page, 'Summary').fill('Bills are paid.');
    await waitForEncryptedForm(page);
    await page.goto(`${product.url}/submit?client=${other.id}`);
    await expect(questionOf(page)).toContainText('Start a new note for Otis Granger?');
    await press(questionOf(page), 'Cancel');
    await expect(clientField(page)).toHaveValue(String(client.id));
    await expect(fieldOf(page, 'Summary')).toHaveValue('Bills are paid.');
    await page.reload();
    await press(questionOf(page), 'Start new note');
    await expect(clientField(page)).toHaveValue(String(other.id));
    await expect(fieldOf(page, 'Summary')).toHaveValue('');
  },
);

test(
  'what is empty takes no room, and one line shows when all is [12.home.123]',
  LONG_RUN,
  async ({ page, product }) => {
    const employee = await product.person();
    await openAs(page, product, employee);
    await expect(
      page.getByText('You have no clients yet. Ask your manager to assign you one.'),
    ).toBeVisible();
    await expectHeadings(page, 'Recent Announcements');
    await expectSound(page);
  },
);

test(
  'a manager sees notes waiting, accounts that need attention and late notes [12.home.124]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, note } = await createTeam(product, { totalTimeUnits: 9 });
    await note();
    await openAs(page, product, manager);
    await expect(page.getByRole('link', { name: '1 note to review', exact: true })).toBeVisible();
    const units = cardOf(page, 'Accounts that need attention').getByRole('listitem');
    await expect(units.filter({ hasText: 'Used up' }).first()).toContainText('Maria Lopez');
    const late = cardOf(page, 'Late notes').getByRole('link');
    await expect(late.first()).toContainText(employee.user.firstName ?? '');
    await expect(late.first()).toContainText(
      '1 note in the last 7 days submitted more than 48 hours after the visit',
    );
    await expectHeadings(
      page,
      'Accounts that need attention',
      'Late notes',
      'Recent Announcements',
      'Management Tools',
    );
    await expectInOrder(
      page.getByRole('link', { name: '1 note to review', exact: true }),
      cardOf(page, 'Accounts that need attention'),
      cardOf(page, 'Late notes'),
      page.getByRole('region', { name: 'Quick actions' }),
      cardOf(page, 'Recent Announcements'),
    );
    await expectSound(page);
    await expectOtherTheme(page);
    await late.first().click();
    await expect(page).toHaveURL(new RegExp(`/management\\?authorId=${employee.user.id}$`));
  },
);

test(
  'a manager sees the visit clock on Home only while a visit of theirs is running [13.clock.35]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const manager = await product.person({ role: 'manager' });
    const clock = page.getByRole('region', { name: 'Visit clock' });
    await openAs(page, product, manager);
    await expectHeadings(page, 'First steps', 'Recent Announcements', 'Management Tools');
    await expect(clock).toHaveCount(0);
    await product.call(manager.token, 'POST /api/visit-clock/start', {});
    const readShifts = await recordLayoutShifts(page);
    await page.reload();
    await expect(clock).toContainText('Visit since');
    await expectHeadings(page, 'First steps', 'Recent Announcements', 'Management Tools');
    expect(await readShifts()).toEqual([]);
    await expectSound(page);
    await press(clock, 'End visit');
    await expect(page).toHaveURL(/\/submit$/);
    await expect(page.getByText('Visit clock:')).toBeVisible();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expectHeadings(page, 'First steps', 'Recent Announcements', 'Management Tools');
    await expect(clock).toHaveCount(0);
  },
);

test(
  'Home shows nothing below what is still loading, and retries what failed [12.home.125]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    const release = await holdBack(page, '**/api/drafts');
    await openAs(page, product, employee);
    await expect(page.getByRole('status', { name: 'Loading your day' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Recent Announcements' })).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { name: 'Recent Announcements' })).toBeVisible();
    await page.unrouteAll();
    // Of a query that is not encrypted on the device.
    const restore = await failRequests(page, '**/api/messages/unread');
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load some of your tasks.' });
    await expect(alert).toBeVisible();
    await expect(cardOf(page, 'Your clients')).toBeVisible();
    await restore();
    await press(alert, 'Try again');
    await expect(alert).toHaveCount(0);
  },
);

test(
  'the dashboard shows reviews by month and by employee for a period [12.home.126,127]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, note } = await createTeam(product);
    const day = yesterday(employee.user.timeZone);
    const [first, second, third] = [
      await note({ workDate: day }),
      await note({ workDate: day }),
      await note({ workDate: day }),
    ];
    const review = (id: number, body: object) =>
      product.call(manager.token, `PATCH /api/notes/${id}/review`, body);
    await review(first.id, { action: 'approve' });
    await review(second.id, { action: 'approve' });
    await review(third.id, { action: 'deny', reason: 'Twice.', reasonCode: 'duplicate' });
    await openAs(page, product, manager, '/dashboard');
    const section = cardOf(page, 'Reviews');
    const row = section.getByRole('row', { name: employee.user.firstName ?? '' });
    await expect(row).toContainText('Duplicate');
    const cells = await row.getByRole('cell').allTextContents();
    expect(cells.map((text) => /\d+$/.exec(text)?.[0])).toMatchObject({ 1: '3', 2: '2', 3: '0', 4: '1' });
    await expect(
      section.getByRole('table', { name: 'Decisions that send a note back by month' }),
    ).toContainText(/\d+%/);
    await expect(
      section.getByRole('table', { name: 'Median hours from work to decision by month' }),
    ).toContainText(/\d/);
    await section.getByLabel('Period').selectOption('12');
    await expect(page).toHaveURL(/\/dashboard\?months=12$/);
    await expect(row).toContainText('Duplicate');
    await expectSound(page);
    await expectOtherTheme(page);
    const restore = await failRequests(page, '**/api/reports/review/summary*');
    await page.reload();
    await expect(section).toContainText("Couldn't load reviews");
    await restore();
    await press(section, 'Try again');
    await expect(row).toContainText('Duplicate');
  },
);
