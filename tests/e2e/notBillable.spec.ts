/** Billing: approved visits that cannot be billed, and the links to where that is corrected. */
import { DESKTOP_ONLY, expect, openAs, test, type Product } from '#tests/support/helpers/appFixture.ts';
import { expectSound } from './accessible.ts';
import { cardOf, createTeam } from './steps.ts';

/** A team with two approved visits, one without the authorization that its service requires. */
async function createWork(product: Product) {
  const team = await createTeam(product, { totalTimeUnits: 900 });
  const { manager, note } = team;
  const services = await product.call<{ id: number; key: string; name: string }[]>(
    manager.token,
    'GET /api/business-services',
  );
  const service = services.find(({ key }) => key === 'transitional');
  const change = { name: service?.name, authorizationRequired: 'warn' };
  await product.call(manager.token, `PUT /api/business-services/${service?.id}`, change);
  const approve = async (fields: object) => {
    const { id } = await note(fields);
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, { action: 'approve', version: 1 });
    return id;
  };
  await approve({ title: 'Budget' });
  await approve({ title: 'Move', workDate: '2026-03-03', category: 'transitional' });
  return { ...team, approve };
}

test(
  'approved visits without an authorization are beside the work to bill, with a link to the authorizations of the client [14.invoice.126]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { manager, client } = await createWork(product);
    await openAs(page, product, manager, '/billing');
    await expect(page.getByRole('region', { name: 'Work to bill' })).toContainText('1 visit');
    const card = cardOf(page, 'Not billable');
    await expect(card).toContainText(`Maria Lopez (${client.companyName})`);
    await expect(card).toContainText('1 visit · Mar 3, 2026');
    await expectSound(page);
    await card.getByRole('link', { name: 'No authorization' }).click();
    await expect(page).toHaveURL(`${product.url}/clients/${client.id}/authorizations`);
  },
);
