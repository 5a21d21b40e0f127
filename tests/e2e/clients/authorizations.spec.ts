/** Authorizations: managers grant units, employees see which ones a visit uses, managers see how long they last. */

import type { Page } from '@playwright/test';
import { expectAccessible, expectOtherTheme, expectSound } from '#tests/e2e/accessible.ts';
import {
  cardOf,
  choose,
  createClient,
  createTeam,
  dialogOf,
  expectText,
  failRequests,
  fillFields,
  openTab,
  press,
  questionOf,
  type Row,
} from '#tests/e2e/steps.ts';
import {
  clientField,
  field,
  fillNote,
  sign,
  startNextNote,
  submit,
  unlock,
} from '#tests/e2e/submission/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

/** Enough for 9 units a week until the end of the test's authorizations. */
const PERIOD = { startDate: '2026-01-01', expiryDate: '2028-12-31' };

interface Granted extends Row {
  unitsAvailable: string;
}

/** A team with a service by the 8-minute rule and an authorization of 96 units for the client. */
async function createAuthorizedTeam(product: Product, fields: object = {}, service: object = {}) {
  const team = await createTeam(product, { totalTimeUnits: 100 });
  const { token } = team.manager;
  const { key } = await product.call<{ key: string }>(token, 'POST /api/business-services', {
    name: 'Home care',
    rounding: 'nearest',
    ...service,
  });
  const grant = (more: object = {}) =>
    product.call<Granted>(token, `POST /api/clients/${team.client.id}/services`, {
      category: key,
      unitsAuthorized: 96,
      reference: 'PA-1042',
      ...PERIOD,
      ...fields,
      ...more,
    });
  return { ...team, key, grant };
}

const unitsLeft = (page: Page) => page.getByRole('status', { name: 'Units left' });

async function fillVisit(page: Page, companyName: string, service: string): Promise<void> {
  await clientField(page).waitFor();
  await fillNote(page, companyName);
  await page.getByRole('combobox', { name: 'Services' }).selectOption(service);
  await page.getByLabel('Start time').fill('09:00');
  await page.getByLabel('End time').fill('10:20');
}

test(
  'managers add, edit and end an authorization, and see the accounts of a client [11.authorizations.120,121,122,123 2.manage.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    expectBrowserError(/status of 400 .*\/services/);
    const { manager, client, key } = await createAuthorizedTeam(product);
    await openAs(page, product, manager, `/clients/${client.id}/authorizations`);
    await press(page, 'Add Service');
    const form = dialogOf(page, 'Add Service');
    await press(form, 'Add Service');
    await expect(form.getByRole('alert').filter({ hasText: 'Please select a service' })).toBeVisible();
    await fillFields(form, {
      Service: 'Home care',
      'Expiry Date': '2026-12-31',
      'Start Date': '2027-01-01',
      'Units Authorized': '96.005',
      'Units per Week': '50',
      'Units per Month': '40',
      Payer: 'Medicaid',
      'Authorization Number': 'PA-1042',
      'Rate per unit': '17.5',
    });
    await press(form, 'Add Service');
    await expect(form.getByRole('alert').filter({ hasText: 'Use at most two decimal places' })).toBeVisible();
    await fillFields(form, { 'Units Authorized': '96' });
    await press(form, 'Add Service');
    const endError = form
      .getByRole('alert')
      .filter({ hasText: "The expiry date can't be before the start date" });
    await expect(endError).toBeVisible();
    await expect(form.getByLabel('Expiry Date')).toBeFocused();
    await fillFields(form, { 'Expiry Date': '2028-12-31' });
    await press(form, 'Add Service');
    const capError = form
      .getByRole('alert')
      .filter({ hasText: "Units per week can't be more than units per month" });
    await expect(capError).toBeVisible();
    await expectSound(page);
    await fillFields(form, { 'Units per Week': '12' });
    await press(form, 'Add Service');
    await expectText(page, 'Service added successfully');

    const item = page.getByRole('list', { name: 'Services' }).getByRole('listitem');
    for (const text of [
      'Home care',
      'Approved',
      '0 of 96 units used',
      '96 units left',
      'Medicaid · PA-1042',
      'Up to 12 units per week, 40 units per month',
      '$17.50 per unit',
      'Jan 1, 2027 – Dec 31, 2028',
    ]) {
      await expect(item).toContainText(text);
    }
    await openTab(page, 'Units');
    const accounts = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem');
    await expect(accounts).toHaveText([
      /General units.*0 of 100 units used100 units left/,
      /Home care · PA-1042.*0 of 96 units used96 units left/,
    ]);
    await press(page, '196 available units, by account');
    const balance = dialogOf(page, '196 available units, by account');
    await expect(balance).toContainText('General units100Home care · PA-104296Available196');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(balance).toBeHidden();

    await press(page, 'Edit Units');
    const units = dialogOf(page, 'Edit Units');
    await expect(units).toContainText("Authorized units aren't affected.");
    await expect(units.getByLabel('Total Time Units')).toHaveValue('100');
    await press(units, 'Cancel');

    await openTab(page, 'Authorizations');
    await press(page, 'Edit Home care');
    const edit = dialogOf(page, 'Edit authorization');
    await expect(edit.getByLabel('Service')).toHaveValue(key);
    await fillFields(edit, { 'Units Authorized': '120' });
    await press(edit, 'Save');
    await expectText(page, 'Authorization saved');
    await expect(item).toContainText('0 of 120 units used');

    await openTab(page, 'Units');
    const history = page.getByRole('table', { name: 'Unit history' });
    await expect(history.getByRole('row').nth(1)).toContainText('Home care · PA-1042');
    await cardOf(page, 'Unit history').getByLabel('Account').selectOption('General units');
    await expect(history.getByRole('row')).toHaveCount(2);
    await expect(history.getByRole('row').nth(1)).toContainText('General units');

    await openTab(page, 'Authorizations');
    await press(page, 'End Home care');
    await expect(questionOf(page)).toContainText('It ends today');
    await press(questionOf(page), 'End');
    await expectText(page, 'Service ended');
    await expect(item).toContainText('Expired');
    await expectAccessible(page);
  },
);

test(
  'an employee sees which units a visit uses and how many are left, before signing [11.authorizations.124,125,130 11.explanation.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client, grant } = await createAuthorizedTeam(product);
    await grant();
    await openAs(page, product, employee, '/submit');
    await choose(page, 'Clients', client.companyName);
    await expect(page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')).toHaveText([
      'General unitsEnough',
      'Home careEnough',
    ]);
    await expect(page.getByRole('main')).not.toContainText('PA-1042');
    await expectSound(page);
    await page.goto(`${product.url}/submit`);
    await fillVisit(page, client.companyName, 'Home care');
    await expect(page.getByRole('status', { name: 'Time units' })).toContainText('1 h 20 min = 5 units');
    await expect(unitsLeft(page)).toContainText('91 of 96 units left');
    await expect(unitsLeft(page)).toContainText('From the Home care authorization, through Dec 31, 2028');
    await expect(unitsLeft(page)).not.toContainText('PA-1042');
    await page.getByLabel('End time').fill('10:23');
    await expect(page.getByRole('status', { name: 'Time units' })).toContainText('6 units');
    await expect(unitsLeft(page)).toContainText('90 of 96 units left');
    await page.getByLabel('End time').fill('10:20');
    await expect(unitsLeft(page)).toContainText('91 of 96 units left');
    await expectSound(page);
    await expectOtherTheme(page);
    await page.getByRole('combobox', { name: 'Services' }).selectOption('sustaining');
    await expect(unitsLeft(page)).toContainText("From this client's general units");
    await page.getByRole('combobox', { name: 'Services' }).selectOption('Home care');
    await expect(unitsLeft(page)).toContainText('91 of 96 units left');
    await sign(page, 'Employee');
    await unlock(page);
    await expect(page.getByText('This uses 5 units; 91 will be left.')).toBeVisible();
    await sign(page, 'Client');
    await submit(page);
    await startNextNote(page);
    await expect(clientField(page)).toHaveValue('');
    await page.goto(`${product.url}/my-notes`);
    await page.getByRole('button', { name: /^View / }).click();
    await page.getByRole('button', { name: '1 h 20 min = 5 units' }).click();
    const explanation = page.getByRole('tooltip');
    await expect(explanation).toContainText('Authorization: 96 units before, 91 units after');
    await expect(explanation).not.toContainText('PA-1042');
    const { id } = await product
      .call<Row[]>(employee.token, 'GET /api/notes/my')
      .then(([newest]) => newest ?? { id: 0 });
    await page.goto(`${product.url}/submit?note=${id}`);
    await expect(unitsLeft(page)).toContainText('91 of 96 units left');
  },
);

test(
  'a visit that would be refused shows why, and the form keeps everything [11.authorizations.126,127]',
  LONG_RUN,
  async ({ page, product }) => {
    expectBrowserError(/status of 409 .*\/api\/notes/);
    const { employee, client, grant } = await createAuthorizedTeam(
      product,
      {},
      { authorizationRequired: 'block' },
    );
    await openAs(page, product, employee, '/submit');
    await fillVisit(page, client.companyName, 'Home care');
    const refusal = page.getByRole('alert').filter({ hasText: 'Authorization required' });
    await expect(refusal).toContainText('Maria Lopez has no authorization for Home care on');
    await expectSound(page);
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    await submit(page);
    // The first alert is that of the units' preview; the second, above the button, states that the note was refused.
    await expect(refusal.nth(1)).toContainText('Your entries are still in the form.');
    await expect(field(page, 'Summary')).toHaveValue('All done as it was planned.');
    await grant();
    await expect(unitsLeft(page)).toContainText('91 of 96 units left');
    await submit(page);
    await startNextNote(page);
    await expect(clientField(page)).toHaveValue('');
  },
);

test(
  'the note form works when the units of a visit cannot be checked [11.authorizations.127]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client, grant } = await createAuthorizedTeam(product);
    await grant();
    await openAs(page, product, employee, '/submit');
    await failRequests(page, '**/api/units/preview');
    await fillVisit(page, client.companyName, 'Home care');
    await expect(unitsLeft(page)).toContainText(
      "Can't reach the server. Based on the last known balance, 91 units will be left after this note. You can still submit the note.",
    );
    await expect(unitsLeft(page).getByRole('button', { name: 'Retry' })).toBeVisible();
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    await submit(page);
    await startNextNote(page);
    await expect(clientField(page)).toHaveValue('');
  },
);

test(
  'a service that should have an authorization warns in the form and at the review [11.authorizations.128]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, employee, client, key, note } = await createAuthorizedTeam(
      product,
      {},
      { authorizationRequired: 'warn' },
    );
    await openAs(page, product, employee, '/submit');
    await fillVisit(page, client.companyName, 'Home care');
    await expectText(page, 'No authorization covers this service on the work date.');
    await expectAccessible(page);
    const { id } = await note({ category: key, rounding: 'nearest' });
    await openAs(page, product, manager, `/management?note=${id}`);
    await expectText(page, 'No authorization covers this service on the work date.');
    await expectAccessible(page);
  },
);

test(
  'managers see how long units last, without a reload after a note [11.forecast.120,121,122 11.explanation.120]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, key, grant, note } = await createAuthorizedTeam(product, { unitsAuthorized: 10 });
    const authorization = await grant();
    await openAs(page, product, manager, '/dashboard');
    const card = cardOf(page, 'Accounts that need attention');
    await expect(card).toContainText('All units are on track');
    const { id } = await note({ category: key, rounding: 'nearest' });
    await note({ category: key, rounding: 'nearest', workDate: '2026-03-03', endTime: '09:15' });
    const link = card.getByRole('link', { name: /Maria Lopez/ });
    await expect(card.getByRole('listitem')).toContainText('Used up');
    await expect(card.getByRole('listitem')).toContainText('No units left · Home care · PA-1042');
    await expectAccessible(page);
    await link.click();
    const forecast = cardOf(page, 'Forecast');
    await expect(forecast.getByLabel('Account').locator('option:checked')).toHaveText('Home care · PA-1042');
    await expect(forecast).toContainText('No units left');
    await product.call(manager.token, `PUT /api/services/${authorization.id}`, { unitsAuthorized: 100 });
    const table = forecast.getByRole('table', { name: 'Home care · PA-1042: units left by day' });
    await expect(table.getByRole('row').last()).toContainText('Dec 31, 2028, expires90 units');
    await expect(forecast).toContainText('90 units would expire unused on Dec 31, 2028');
    await expectAccessible(page);
    await expectOtherTheme(page);

    await openAs(page, product, manager, `/management?note=${id}`);
    await press(page, '2 h 15 min = 9 units, see calculation');
    await expect(page.getByRole('tooltip')).toContainText(
      'Authorization PA-1042: 10 units before, 1 unit after',
    );
  },
);

test(
  'managers get a message when 80 percent of an account is used, without a reload [11.alerts.120]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, key, grant, note } = await createAuthorizedTeam(product, { unitsAuthorized: 11 });
    await grant();
    const connected = page.waitForResponse('**/api/events*');
    await openAs(page, product, manager, '/dashboard');
    await connected;
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await note({ category: key, rounding: 'nearest' });
    await press(page, 'Notifications, 1 unread');
    await expect(page.getByRole('menuitem', { name: /Units running low/ })).toBeVisible();
  },
);

test(
  'managers filter and sort clients by forecast in the address [11.forecast.123]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, note } = await createTeam(product, { totalTimeUnits: 9 });
    await note();
    for (let index = 0; index < 6; index += 1) {
      await createClient(product, manager, { contactName: uniqueName('Other') });
    }
    await openAs(page, product, manager, '/clients');
    await page.getByLabel('Unit status').selectOption('Used up');
    await expect(page).toHaveURL(/state=exhausted/);
    await expectText(page, '1 of 7 clients');
    await expect(page.getByRole('row').nth(1)).toContainText(client.companyName);
    await expect(page.getByRole('row').nth(1)).toContainText('Used up');
    await page.getByLabel('Unit status').selectOption('All unit statuses');
    await page.getByLabel('Sort').selectOption('Most urgent first');
    await expect(page).toHaveURL(/sort=state/);
    await expect(page.getByRole('row').nth(1)).toContainText(client.companyName);
    await expectAccessible(page);
  },
);
