/** Steps that many browser tests share. */

import type { Locator, Page } from '@playwright/test';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expect, type Product, type SignedIn } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError, expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

type Area = Locator | Page;

export interface Row {
  id: number;
}

export interface Client extends Row {
  companyName: string;
  contactName: string;
}

/** The signature code of clients from `createClient`. */
export const CODE = '482913';

/** Creates a client of 40 units with a signature code, unless the fields change it. */
export const createClient = (product: Product, { token }: SignedIn, fields: object = {}) =>
  product.call<Client>(token, 'POST /api/clients', {
    companyName: uniqueName('HH'),
    contactName: 'Maria Lopez',
    email: 'maria@example.com',
    phone: '555 0142',
    address: '4 Elm Street',
    totalTimeUnits: 40,
    signatureCode: CODE,
    ...fields,
  });

/** Assigns an employee to a client. */
export const assign = (product: Product, { token }: SignedIn, client: Row, employee: SignedIn) =>
  product.call(token, 'POST /api/client-assignments', { clientId: client.id, employeeId: employee.user.id });

/** Submits a signed note for a client. */
export const createNote = (product: Product, author: SignedIn, client: Row, fields: object = {}) =>
  product.call<Row & { title: string }>(
    author.token,
    'POST /api/notes',
    buildNoteForm(client.id, { clientSignatureCode: CODE, ...fields }),
  );

/** Creates a manager, and an employee with one client, whose fields can be chosen. */
export async function createTeam(product: Product, fields: object = {}) {
  const manager = await product.person({ role: 'manager', firstName: 'Mia' });
  const employee = await product.person({ firstName: uniqueName('Ben') });
  const client = await createClient(product, manager, fields);
  await assign(product, manager, client, employee);
  const note = (noteFields: object = {}) => createNote(product, employee, client, noteFields);
  return { manager, employee, client, note };
}

/** Sends a message from one user to another. */
export const sendMessage = (product: Product, from: SignedIn, to: SignedIn, fields: object = {}) =>
  product.call<Row & { subject: string }>(from.token, 'POST /api/messages', {
    recipientId: to.user.id,
    subject: 'Thursday',
    content: 'Can you take over at ten?',
    ...fields,
  });

export const nameOf = ({ user }: SignedIn): string => `${user.firstName} ${user.lastName}`;

export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
/** The question that has to be answered before something is deleted. */
export const questionOf = (page: Page): Locator => page.getByRole('alertdialog');

/** Presses the button of exactly this name. */
export const press = (area: Area, name: string): Promise<void> =>
  area.getByRole('button', { name, exact: true }).click();

/** Presses the button that opens a question, and the one that confirms it. */
export async function pressAndConfirm(page: Page, button: Locator | string, confirm: string): Promise<void> {
  await (
    typeof button === 'string' ? page.getByRole('button', { name: button, exact: true }) : button
  ).click();
  await press(questionOf(page), confirm);
}

/** Opens the menu of this name and chooses an item. */
export async function choose(page: Page, menu: string, item: string | RegExp): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
}

/** Expects exactly these texts to be visible. */
export async function expectText(area: Area, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(area.getByText(text, { exact: true }).first()).toBeVisible();
}

/** Expects an error under a field or form. */
export async function expectAlerts(area: Area, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(area.getByRole('alert').filter({ hasText: text })).toBeVisible();
}

/** The field whose label begins like this; buttons inside of a field have labels as well. */
export const fieldOf = (area: Area, label: string): Locator =>
  area
    .getByLabel(new RegExp(`^${label.replaceAll(/[$()/]/g, String.raw`\$&`)}`))
    .and(area.locator('input,textarea,select'));

/** Fills text fields and selects by the beginning of their labels. */
export async function fillFields(area: Area, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = fieldOf(area, label);
    if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Opens the login and logs in with a username and a password. */
export async function logIn(
  page: Page,
  { url }: Product,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await page.goto(`${url}/login`);
  await fillFields(page, { Username: username, Password: password });
  await page.keyboard.press('Enter');
}

/** Presses Logout. The server answers 401 to reads still in progress, because their session has ended. */
export async function logOut(page: Page, button: Locator): Promise<void> {
  allowBrowserError(/status of 401 .*\/api\//);
  await button.click();
  await expectText(page, 'Logged out successfully');
}

/** Opens a part of the client's record that is on screen. */
export async function openTab(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Client record' }).getByRole('link', { name });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** The section with this heading. */
export const cardOf = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** An entry of a list: a row of a table on wide screens, a card elsewhere. */
export const entryOf = (page: Page, name: string): Locator =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .or(page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) }));

/** The value of a term in a definition list: 'Phone' is '555 0142'. */
export const descriptionOf = (area: Area, term: string): Locator =>
  area.locator(`dt:text-is("${term}") + dd`);

/** The labels of the options of a select. */
export const optionsOf = (select: Locator): Promise<string[]> =>
  select.locator('option:not([hidden])').allInnerTexts();

/** Holds back the responses of an address until the returned function is called. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Lets requests to an address fail as without a network, until the returned function is called. */
export async function failRequests(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  expectBrowserError(/ERR_FAILED/);
  await page.route(address, (route) => route.abort());
  return () => page.unroute(address);
}

/** Collects the addresses of the requests that a page sends from now on. */
export function collectRequests(page: Page, isWanted: (url: URL, method: string) => boolean): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (isWanted(new URL(request.url()), request.method())) urls.push(request.url());
  });
  return urls;
}
