/** Steps of the registration and payment of a business. */

import type { Locator, Page } from '@playwright/test';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expect, GOOD_CARD, openAs, type Product, type SignedIn } from '#tests/support/helpers/appFixture.ts';

export const DECLINED_CARD = '4000000000000002';

/** Fills in the registration form of a business. Returns the name. */
export async function fillRegistration(page: Page, product: Product, plan = 'premium'): Promise<string> {
  await product.creator();
  await page.goto(`${product.url}/register?plan=${plan}`);
  const name = uniqueName('Agency');
  await page.getByLabel('Business name').fill(name);
  await page.getByLabel('Business email').fill('office@later.example');
  await page.getByLabel('Phone number').fill('555 0100');
  await page.getByLabel('Address').fill('1 Main Street');
  await expect(page.getByRole('radio')).toHaveCount(2);
  return name;
}

/** Registers a business. Returns its name. */
export async function registerBusiness(page: Page, product: Product, plan = 'premium'): Promise<string> {
  const name = await fillRegistration(page, product, plan);
  await page.getByRole('button', { name: 'Register business' }).click();
  return name;
}

/** Fills in the card form. */
export async function fillCard(page: Page | Locator, number = GOOD_CARD): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('CVC').fill('123');
}

/** Fills in the form of an administrator. */
export async function fillAdmin(page: Page): Promise<void> {
  for (const [label, value] of [
    ['First name', 'Ivo'],
    ['Last name', 'Later'],
    ['Email', 'ivo@later.example'],
    ['Position', 'Director'],
    ['Department', 'Office'],
    ['Username', uniqueName('ivo')],
  ] as const) {
    await page.getByRole('textbox', { name: label, exact: true }).last().fill(value);
  }
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
}

/** Creates an administrator and waits for Home. */
export async function createAdmin(page: Page): Promise<void> {
  await fillAdmin(page);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await expect(page.getByRole('heading', { name: /^Good .+, Ivo$/ })).toBeVisible();
}

/** Opens the subscription screen. */
export const openSubscription = (page: Page, product: Product, who: SignedIn): Promise<void> =>
  openAs(page, product, who, '/subscription-management');
