/** The record of a client: its parts, what employees see of it, and its printout. */

import type { Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  assign,
  cardOf,
  choose,
  createClient,
  createNote,
  createTeam,
  dialogOf,
  expectText,
  failRequests,
  nameOf,
  openTab,
  press,
  type Row,
} from '#tests/e2e/steps.ts';
import {
  LONG_ON_DESKTOP,
  LONG_RUN,
  expect,
  openAs,
  test,
  type Product,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

const RECORD = 'Client record';
const parts = (page: Page) => page.getByRole('navigation', { name: RECORD }).getByRole('link');

/** A team whose client has an authorization, a document, a pending note and one that was sent back. */
async function createFullRecord(product: Product) {
  const team = await createTeam(product, { totalTimeUnits: 200 });
  const { token } = team.manager;
  const path = `POST /api/clients/${team.client.id}`;
  await product.call(token, `${path}/services`, {
    category: 'sustaining',
    unitsAuthorized: 96,
    reference: 'PA-1042',
    payer: 'Medicaid',
    unitRate: 17.5,
  });
  const document = { originalName: 'plan.pdf', fileSize: 10, mimeType: 'application/pdf' };
  await product.call(token, `${path}/documents`, document);
  const sentBack = await team.note({ workDate: '2026-02-27', summary: 'Sorted the letters together.' });
  const review = { action: 'return', comment: 'Who was there?' };
  await product.call(token, `PATCH /api/notes/${sentBack.id}/review`, review);
  const pending = await team.note({ workDate: '2026-03-02' });
  return { ...team, record: `/clients/${team.client.id}`, pending, sentBack };
}

test(
  'a manager moves between the parts of a record, and each address can be reloaded [12.record.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client, record } = await createFullRecord(product);
    await openAs(page, product, manager, '/clients');
    await page.getByRole('listitem').getByRole('link', { name: client.contactName, exact: true }).click();
    await expect(page).toHaveURL(product.url + record);
    await expect(parts(page)).toHaveText([
      'Overview',
      'Notes',
      'Authorizations',
      'Units',
      'Invoices',
      'Documents',
      'History',
    ]);
    await expect(cardOf(page, 'Contact information')).toContainText('4 Elm Street');
    await expect(cardOf(page, 'Time Units')).toContainText('$15.00');
    await expect(cardOf(page, 'Time Units').getByRole('list', { name: 'Accounts' })).toContainText('PA-1042');
    await expect(cardOf(page, 'Digital Signature')).toContainText('482913');
    await expect(cardOf(page, 'Assigned Employees')).toContainText(nameOf(employee));
    await expect(cardOf(page, 'Recent Documents')).toContainText('plan.pdf');
    await expectSound(page);

    const contents: [part: string, text: string][] = [
      ['Notes', 'Sorted the letters together.'],
      ['Authorizations', 'Medicaid · PA-1042'],
      ['Units', 'Time Units Tracking'],
      ['Invoices', 'No invoices'],
      ['Documents', 'plan.pdf'],
      ['History', 'Recorded document plan.pdf'],
    ];
    for (const [part, text] of contents) {
      await openTab(page, part);
      await expect(page).toHaveURL(`${product.url}${record}/${part.toLowerCase()}`);
      await expect(page).toHaveTitle(`${client.contactName}: ${part} · Quarterhour`);
      await expectText(page, text);
      await expectSound(page);
      await page.reload();
      await expectText(page, text);
    }
    await page.goBack();
    await expectText(page, 'plan.pdf');
  },
);

test(
  'an employee sees an assigned client without money, and only their own notes [12.record.121]',
  LONG_RUN,
  async ({ page, product }) => {
    expectBrowserError(/status of 404 .*\/api\/clients\/\d+/);
    const { manager, employee, client, record } = await createFullRecord(product);
    const colleague = await product.person();
    await assign(product, manager, client, colleague);
    await createNote(product, colleague, client, { summary: 'A note of a colleague.' });
    await openAs(page, product, employee);
    await choose(page, 'Clients', client.companyName);
    await expect(page).toHaveURL(product.url + record);
    await expect(parts(page)).toHaveText(['Overview', 'Notes', 'Authorizations', 'Documents']);
    await expectText(page, '1 note pending review', '1 note sent back');
    const main = page.getByRole('main');
    await expect(cardOf(page, 'Digital Signature')).toContainText('Assigned');
    for (const secret of ['$', '482913', 'PA-1042']) await expect(main).not.toContainText(secret);
    for (const name of ['Edit Client', 'Upload Doc', 'Edit Code', 'Assign Employee'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expectSound(page);
    await openTab(page, 'Authorizations');
    await expectText(page, 'Approved Services', '69 units left');
    for (const secret of ['$', 'PA-1042', 'Medicaid']) await expect(main).not.toContainText(secret);
    await expect(page.getByRole('button', { name: 'Add Service' })).toHaveCount(0);
    await expectSound(page);
    await openTab(page, 'Documents');
    await expectText(page, 'plan.pdf');
    await openTab(page, 'Notes');
    await expectText(page, 'Sorted the letters together.');
    await expect(page.getByText('A note of a colleague.')).toHaveCount(0);
    await expectSound(page);

    for (const part of ['units', 'history']) {
      await page.goto(`${product.url}${record}/${part}`);
      await expectText(page, '404 Page Not Found');
    }
    const other = await createClient(product, manager, { contactName: 'Not Assigned' });
    for (const part of ['', '/notes', '/documents']) {
      await page.goto(`${product.url}/clients/${other.id}${part}`);
      await expectText(page, 'This client no longer exists');
      await expect(page.getByText('Not Assigned')).toHaveCount(0);
    }
  },
);

test(
  'the overview lists what needs attention and leads to it [12.record.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, record } = await createFullRecord(product);
    const path = `/api/clients/${client.id}`;
    const assignments = await product.call<Row[]>(manager.token, `GET ${path}/assignments`);
    for (const { id } of assignments) await product.call(manager.token, `DELETE /api/assignments/${id}`);
    await product.call(manager.token, `PUT ${path}`, { signatureCode: '', totalTimeUnits: 0 });
    const [authorization] = await product.call<Row[]>(manager.token, `GET ${path}/services`);
    const lowered = { unitsAuthorized: 18 };
    await product.call(manager.token, `PUT /api/services/${authorization?.id}`, lowered);
    const { id } = await createClient(product, manager, { contactName: 'All Good', totalTimeUnits: 0 });
    await openAs(page, product, manager, record);
    const attention = cardOf(page, 'Needs attention').getByRole('listitem');
    await expect(attention).toHaveText([
      'Sustaining · PA-1042: no units left',
      'No signature code: Maria Lopez can’t sign notes',
      '1 note to review',
      '1 note sent back',
      'No one is assigned to Maria Lopez',
    ]);
    await page.getByRole('link', { name: '1 note sent back' }).click();
    await expect(page).toHaveURL(`${product.url}${record}/notes?status=in-progress`);
    await expectText(page, 'Sorted the letters together.');
    await expect(page.getByRole('list', { name: 'Notes from March 2026' })).toHaveCount(0);
    await openTab(page, 'Overview');
    await page.getByRole('link', { name: /^Sustaining · PA-1042/ }).click();
    await expect(page).toHaveURL(`${product.url}${record}/units`);
    await assign(product, manager, { id }, manager);
    await page.goto(`${product.url}/clients/${id}`);
    await expect(cardOf(page, 'Needs attention')).toContainText('Nothing needs attention');
    const units = cardOf(page, 'Time Units');
    await expect(units).toContainText('0 of 0 units used');
    await expect(units).not.toContainText('On track');
  },
);

test(
  'the notes are grouped by month and paged, and open over the list [12.record.123]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, note, record } = await createFullRecord(product);
    for (let day = 1; day <= 20; day += 1)
      await note({
        workDate: `2026-01-${String(day).padStart(2, '0')}`,
        startTime: '08:00',
        endTime: '08:10',
      });
    await openAs(page, product, manager, `${record}/notes`);
    const months = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(months).toHaveText(['March 2026', 'February 2026', 'January 2026']);
    const march = page.getByRole('list', { name: 'Notes from March 2026' }).getByRole('listitem');
    await expect(march).toContainText('Mon, Mar 2, 9:00 AM to 11:15 AM');
    await expect(march).toContainText('9 units · Sustaining');
    await expect(march).toContainText('Pending');
    await march.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Description');
    await expect(page).toHaveURL(/\/notes\?note=\d+$/);
    await dialog.getByRole('link', { name: new RegExp(client.companyName) }).click();
    await expect(page).toHaveURL(product.url + record);
    await openTab(page, 'Notes');
    await press(page, 'Next');
    await expect(months).toHaveText(['January 2026']);
    await expect(page).toHaveURL(/cursor=/);
    await page.reload();
    await expectText(page, 'Showing 21 to 22 of 22 results');
    await page.getByLabel('Status').selectOption('Denied');
    await expectText(page, 'No notes match this status.');
    await press(page, 'Show all notes');
    await expect(months).toHaveCount(3);
  },
);

test(
  'the record prints in black on white without navigation, the overview with authorizations [12.record.124]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, client, record } = await createFullRecord(product);
    await page.emulateMedia({ colorScheme: 'dark' });
    await openAs(page, product, manager, `${record}/notes`);
    await expectText(page, 'Sorted the letters together.');
    await page.emulateMedia({ media: 'print' });
    const heading = page.locator('[data-printed-heading]');
    await expect(heading).toBeVisible();
    await expect(heading).toContainText(`${client.contactName}: Notes`);
    await expectText(page, 'Sorted the letters together.');
    await expectPrintable(page);

    await page.emulateMedia({ media: 'screen' });
    await expect(heading).toBeHidden();
    await openTab(page, 'Overview');
    await page.evaluate(() => (window.print = () => undefined));
    await press(page, 'Print');
    await page.emulateMedia({ media: 'print' });
    await expectText(page, 'Approved Services', 'Medicaid · PA-1042', 'Contact information');
    await expect(page.getByRole('list', { name: 'Accounts' })).toContainText('PA-1042');
    await expect(page.getByText('482913')).toBeHidden();
    await expectPrintable(page);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(page.getByText('Approved Services')).toHaveCount(0);
  },
);

/** Expects black text on a white page, and no button or navigation. */
async function expectPrintable(page: Page): Promise<void> {
  const colors = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.documentElement);
    return { color, backgroundColor };
  });
  expect(colors).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' });
  await expect(page.getByRole('navigation', { name: /Main|Quick|Client record/ })).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Edit|Add|Print|Assign|Previous|Next)/ })).toHaveCount(0);
}

test(
  'names of clients and addresses of earlier releases lead to the record [12.record.125]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee, client, record, pending } = await createFullRecord(product);
    await openAs(page, product, manager);
    const expectRecord = (part = '') => expect(page).toHaveURL(product.url + record + part);
    for (const [address, part] of [
      [`/clients?client=${client.id}`, ''],
      [`/clients?client=${client.id}&view=manage`, ''],
      [`/clients?client=${client.id}&view=documents`, '/documents'],
    ] as const) {
      await page.goto(product.url + address);
      await expectRecord(part);
    }
    const link = { name: new RegExp(client.companyName) };
    for (const address of ['/management', `/profile/${employee.user.id}`]) {
      await page.goto(product.url + address);
      await page.getByRole('link', link).last().click();
      await expectRecord();
    }
    await page.goto(`${product.url}/management?note=${pending.id}`);
    await page.getByRole('dialog').getByRole('link', link).click();
    await expectRecord();
    await choose(page, 'Clients', client.companyName);
    await expectRecord();
    await page.goto(`${product.url}/clients/none`);
    await expectText(page, '404 Page Not Found');
  },
);

test(
  'a record that cannot be loaded offers a retry, and one that a colleague deletes disappears [12.record.126]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 404 .*\/api\/clients\/\d+/);
    const { manager, client, record } = await createFullRecord(product);
    const repair = await failRequests(page, `**/api${record}`);
    await openAs(page, product, manager, record);
    await expectText(page, "Couldn't load the client");
    await expectSound(page);
    await repair();
    await press(page, 'Try again');
    await expectText(page, 'Contact information');
    for (const part of ['Notes', 'History']) {
      const repairPart = await failRequests(page, `**/api${record}/${part.toLowerCase()}?*`);
      await openTab(page, part);
      await expectText(page, `Couldn't load the ${part.toLowerCase()}`);
      await repairPart();
      await press(page, 'Try again');
      await expectText(page, /Notes/.test(part) ? 'March 2026' : 'Recorded document plan.pdf');
    }
    await product.call(manager.token, `DELETE /api/clients/${client.id}`);
    await expectText(page, 'This client no longer exists');
  },
);

test(
  'changes are made from the record, in the dialogs that it opens [12.record.127]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, record } = await createFullRecord(product);
    await openAs(page, product, manager, record);
    for (const [button, title] of [
      ['Edit Client', 'Edit Client'],
      ['Upload Doc', 'Upload Document'],
      ['Edit Code', 'Edit Code'],
      ['Assign Employee', 'Assign Employee'],
    ] as const) {
      await press(page, button);
      await expect(dialogOf(page, title)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialogOf(page, title)).toHaveCount(0);
      await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused();
    }
    await page.getByRole('link', { name: 'Manage Client' }).click();
    await expect(page).toHaveURL(`${product.url}${record}/units`);
    await press(page, 'Edit Units');
    await expect(dialogOf(page, 'Edit Units')).toBeVisible();
  },
);
