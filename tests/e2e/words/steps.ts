/** Steps of the tests of screen contents: a small team with a client, and reading forms. */
import type { Locator, Page } from '@playwright/test';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect } from '#tests/support/helpers/appFixture.ts';
import type { Product, SignedIn } from '#tests/support/helpers/appFixture.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

export type Named = { id: number; companyName: string; contactName: string };

/** A client of 40 units with a code, and whatever else the test names. */
export function aClient(product: Product, manager: SignedIn, fields: object = {}): Promise<Named> {
  return product.call<Named>(manager.token, 'POST /api/clients', {
    companyName: uniqueName('HH'),
    contactName: uniqueName('Maria Lopez'),
    email: 'maria@example.com',
    phone: '555 0142',
    address: '4 Elm Street',
    totalTimeUnits: 40,
    signatureCode: '4711ab',
    ...fields,
  });
}

/** A manager, and an employee with one client. */
export async function aTeam(product: Product) {
  const manager = await product.person({ role: 'manager', firstName: 'Mia' });
  const employee = await product.person({ firstName: uniqueName('Ben') });
  const client = await aClient(product, manager);
  const assigned = { clientId: client.id, employeeId: employee.user.id };
  await product.call(manager.token, 'POST /api/client-assignments', assigned);
  const note = (fields: object = {}) =>
    product.call<{ id: number; title: string }>(
      employee.token,
      'POST /api/notes',
      buildNoteForm(client.id, { ...fields }),
    );
  return { manager, employee, client, note };
}

/** The form's field of exactly this label; marks of required and optional fields are no part of it. */
export const labelled = (form: Locator | Page, label: string): Locator =>
  form.getByLabel(new RegExp(`^${label.replace(/[$()/]/g, String.raw`\$&`)}( ?\\*| \\(optional\\))?$`));

/** Whether the fields are there, and which of them have to be filled in. */
export async function expectFields(
  form: Locator | Page,
  { required = [], optional = [], given = [] }: Partial<Record<'required' | 'optional' | 'given', string[]>>,
): Promise<void> {
  for (const label of required) {
    await expect(labelled(form, label), label).toHaveAttribute('aria-required', 'true');
  }
  for (const label of [...optional, ...given]) {
    await expect(labelled(form, label), label).not.toHaveAttribute('aria-required');
  }
  for (const label of optional) {
    await expect(form.getByText(`${label} (optional)`, { exact: true })).toBeVisible();
  }
}

/** The labels of a select's choices. */
export const choicesOf = (select: Locator): Promise<string[]> =>
  select.locator('option:not([hidden])').allInnerTexts();

/** Holds back what an address answers until the test lets it go. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** What a list of terms shows: 'Phone' is '555 0142'. */
export const fact = (area: Locator | Page, term: string): Locator =>
  area.locator(`dt:text-is("${term}") + dd`);

/** What a list of terms shows of each. */
export async function expectFacts(
  area: Locator | Page,
  facts: Record<string, string | RegExp>,
): Promise<void> {
  for (const [term, value] of Object.entries(facts)) await expect(fact(area, term)).toHaveText(value);
}

export const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** A card of a screen by its heading. */
export const cardOf = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
