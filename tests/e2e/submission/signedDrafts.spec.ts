/** Drafts that their author signed under rules that have changed since. */

import type { Page } from '@playwright/test';
import { createTeam, expectText, fillFields, press } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, test, type Product } from '#tests/support/helpers/appFixture.ts';
import { removeEncryptedForms } from './offlineSteps.ts';
import { fillNote, sign, signature } from './steps.ts';

interface Service {
  id: number;
  key: string;
}

async function changeRounding(product: Product): Promise<void> {
  const { token } = await product.admin();
  const services = await product.call<Service[]>(token, 'GET /api/business-services');
  const id = services.find(({ key }) => key === 'sustaining')?.id;
  await product.call(token, `PUT /api/business-services/${id}`, { rounding: 'nearest' });
}

async function moveBusiness(product: Product): Promise<void> {
  const { token } = await product.admin();
  await product.call(token, 'PUT /api/business', { timeZone: 'America/New_York' });
}

const employeeStatus = (page: Page) => signature(page, 'Employee').getByRole('status');

for (const [what, change] of [
  ['rounding rule', changeRounding],
  ['time zone', moveBusiness],
] as const) {
  test(
    `a draft keeps the ${what} that its author signed under: another one removes the signature when it is loaded [11.rounding.7]`,
    LONG_ON_DESKTOP,
    async ({ page, product }) => {
      const { employee, client } = await createTeam(product);
      await openAs(page, product, employee, '/submit');
      await fillNote(page, client.companyName);
      await sign(page, 'Employee');
      await press(page, 'Save Draft');
      const dialog = page.getByRole('dialog');
      await fillFields(dialog, { 'Draft name': 'Kitchen' });
      await press(dialog, 'Save Draft');
      await expectText(page, 'Draft saved');
      const [draft] = await product.call<{ id: number }[]>(employee.token, 'GET /api/drafts');
      const load = async (message: string) => {
        await page.goto(`${product.url}/healthz`);
        await removeEncryptedForms(page);
        await page.goto(`${product.url}/submit?draft=${draft?.id}`);
        await expectText(page, message);
      };
      await load('Draft loaded');
      await expect(employeeStatus(page)).toHaveText('Signed');
      await change(product);
      await load('Employee signature removed');
      await expect(employeeStatus(page)).toHaveText('Not signed yet');
    },
  );
}
