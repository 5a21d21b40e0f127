/** Rates with a first day: what a change does is shown before it is saved, and in review which rate holds. */

import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectSound } from '#tests/e2e/accessible.ts';
import { cardOf, createTeam, dialogOf, expectText, press, questionOf, type Row } from '#tests/e2e/steps.ts';
import { ON_A_PHONE, expect, openAs, test, type Product } from '#tests/support/helpers/appFixture.ts';

const WORK_DAY = '2026-03-03';
const SERVICE = 'Home care';

/** A team with a service at 6.50 a unit and a note of 9 units for it. */
async function createRatedNote(product: Product) {
  const team = await createTeam(product, { totalTimeUnits: 900 });
  const { token } = team.manager;
  const service = await product.call<Row & { key: string }>(token, 'POST /api/business-services', {
    name: SERVICE,
    rates: [{ from: null, unitRate: '6.5' }],
  });
  const { id } = await team.note({ category: service.key, workDate: WORK_DAY });
  return { ...team, service, noteId: id };
}

const approve = (product: Product, token: string, id: number) =>
  product.call(token, `PATCH /api/notes/${id}/review`, { action: 'approve', version: 1 });

async function addRate(page: Page, form: ReturnType<typeof dialogOf>, from: string): Promise<void> {
  await press(form, 'Add rate');
  await form.getByLabel('Rate per unit ($)').last().fill('6.8725');
  await form.getByLabel('First day').last().fill(from);
  await press(form, 'Save');
  await expect(questionOf(page)).toBeVisible();
}

test(
  'a manager sees which approved visits new rates of a service and of an authorization change, before they are saved [15.rates.121]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { manager, client, service, noteId, note } = await createRatedNote(product);
    await approve(product, manager.token, noteId);
    const rateOf = async () =>
      (await product.call<{ unitRate: string }>(manager.token, `GET /api/notes/${noteId}`)).unitRate;
    await openAs(page, product, manager, '/business-settings');
    await press(cardOf(page, 'Services'), `Edit ${SERVICE}`);
    const form = dialogOf(page, 'Edit service');
    await addRate(page, form, '2026-03-02');
    await expect(questionOf(page)).toContainText('Change the rate of 1 approved visit?');
    await expect(questionOf(page)).toContainText(
      'Approved work on Mar 3, 2026 that isn’t billed yet comes to $61.85 instead of $58.50. Issued invoices and claims won’t change.',
    );
    await expectSound(page);
    await expectNoSidewaysScroll(page);
    // Canceled, nothing is saved and the form keeps the rate.
    await press(questionOf(page), 'Cancel');
    await expect(form.getByLabel('Rate per unit ($)').last()).toHaveValue('6.8725');
    expect(await rateOf()).toBe('6.50');
    await press(form, 'Save');
    await press(questionOf(page), 'Save rates');
    await expectText(page, 'Service saved');
    expect(await rateOf()).toBe('6.8725');

    await product.call(manager.token, `POST /api/clients/${client.id}/services`, {
      serviceId: service.id,
      unitsAuthorized: 90,
      startDate: '2026-03-04',
      expiryDate: '2028-12-31',
      unitRate: '8',
    });
    const authorized = await note({ category: service.key, workDate: '2026-03-05' });
    await approve(product, manager.token, authorized.id);
    await page.goto(`${product.url}/clients/${client.id}/authorizations`);
    await press(page, `Edit ${SERVICE}`);
    await addRate(page, dialogOf(page, 'Edit authorization'), '2026-03-05');
    await expect(questionOf(page)).toContainText('comes to $61.85 instead of $72.00');
    await press(questionOf(page), 'Save rates');
    await expectText(page, 'Authorization saved');
  },
);

test(
  'review shows the rate of the work date where it differs from today’s [15.rates.2,121]',
  ON_A_PHONE,
  async ({ page, product }) => {
    const { manager, service, noteId } = await createRatedNote(product);
    await openAs(page, product, manager, `/review?note=${noteId}`);
    const details = page.getByRole('article');
    await expect(details).toContainText('Rate per unit$6.50');
    await expect(details).not.toContainText('today)');
    await product.call(manager.token, `PUT /api/business-services/${service.id}`, { unitRate: '7' });
    await page.reload();
    await expect(details).toContainText('Rate per unit$6.50 on the work date ($7.00 today)');
    await expectSound(page);
    await expectNoSidewaysScroll(page);
  },
);
