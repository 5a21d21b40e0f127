/** Billing: approved visits that cannot be billed, and the links to where that is corrected. */

import { expectSound } from '#tests/e2e/accessible.ts';
import { cardOf, createClient, createTeam, dialogOf, press } from '#tests/e2e/steps.ts';
import {
  DESKTOP_ONLY,
  expect,
  LONG_ON_DESKTOP,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';

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
  const missing = await approve({ title: 'Move', workDate: '2026-03-03', category: 'transitional' });
  return { ...team, approve, missing };
}

test(
  'approved visits without an authorization are beside the work to bill, with links to the authorizations of the client and to the notes [14.invoice.126]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    const { manager, client } = await createWork(product);
    await openAs(page, product, manager, '/billing');
    await expect(page.getByRole('region', { name: 'Work to bill' })).toContainText('1 visit');
    const card = cardOf(page, "Can't be billed yet");
    await expect(card).toContainText(`Maria Lopez (${client.companyName})`);
    await expect(card).toContainText('1 visit · Mar 3, 2026');
    await expectSound(page);
    await expect(card).toContainText(
      'No authorizationAdd an authorization, then reopen and send back the notes to be signed again.',
    );
    await card.getByRole('link', { name: 'reopen and send back the notes' }).click();
    await expect(page).toHaveURL(
      new RegExp(`/management\\?(?=.*clientId=${client.id}\\b)(?=.*status=resolved)`),
    );
    await page.goBack();
    await card.getByRole('link', { name: 'Add an authorization' }).click();
    await expect(dialogOf(page, 'Add Service')).toContainText('New authorization for Maria Lopez');
    await expect(page).toHaveURL(`${product.url}/clients/${client.id}/authorizations`);
    await expectSound(page);
    await press(page, 'Cancel');
    await expect(cardOf(page, 'Approved Services')).toContainText("The client's authorizations");
    await page.goBack();
    await expect(card).toBeVisible();
  },
);

test(
  'the form of a new authorization does not open for another client, to whom Back leads [14.invoice.126]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager } = await createWork(product);
    const other = await createClient(product, manager, { contactName: 'Otto Other' });
    const otherUrl = `/clients/${other.id}/authorizations`;
    await openAs(page, product, manager, otherUrl);
    await page.getByRole('link', { name: 'Billing' }).click();
    await cardOf(page, "Can't be billed yet").getByRole('link', { name: 'Add an authorization' }).click();
    await expect(dialogOf(page, 'Add Service')).toContainText('New authorization for Maria Lopez');
    await page.evaluate(() => history.go(-2));
    await expect(page).toHaveURL(`${product.url}${otherUrl}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Otto Other');
    await expect(cardOf(page, 'Approved Services')).toContainText("The client's authorizations");
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'when all approved visits have a problem, the empty table of the work to bill mentions them [14.invoice.126]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client } = await createWork(product);
    await product.call(manager.token, 'POST /api/invoices', {
      clientId: client.id,
      from: '2026-03-01',
      to: '2026-03-31',
    });
    await openAs(page, product, manager, '/billing');
    await expect(page.getByRole('region', { name: 'Work to bill' })).toContainText(
      'Some approved visits have a problem. Fix it below to bill them.',
    );
    await expect(cardOf(page, "Can't be billed yet")).toContainText('1 visit');
  },
);

test(
  'each reason beside a draft leads to the draft, claim batch, authorizations, rate or note that it is about [14.invoice.127]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, approve, missing, note } = await createWork(product);
    const { token } = manager;
    const period = { from: '2026-03-01', to: '2026-03-31' };
    const draft = () =>
      product.call<{ id: number }>(token, 'POST /api/invoices', { clientId: client.id, ...period });
    const first = await draft();
    await product.call(token, `PUT /api/clients/${client.id}`, { unitRate: null });
    await approve({ title: 'Bank', workDate: '2026-03-04' });
    const pending = await note({ title: 'Walk', workDate: '2026-03-05' });
    const { id } = await draft();
    await openAs(page, product, manager, `/billing/${id}`);
    const card = cardOf(page, 'Not included');
    const targets = [
      ['On another draft, invoice, or claim batch', `/billing/${first.id}`],
      ['Add an authorization', `/clients/${client.id}/authorizations`],
      ['reopen and send back the note', `/management?note=${missing}`],
      ['No rate', `/clients/${client.id}`],
      ['Not reviewed yet', `/management?note=${pending.id}`],
    ] as const;
    await expect(card.getByRole('listitem')).toHaveCount(targets.length - 1);
    await expectSound(page);
    for (const [reason, path] of targets) {
      await card.getByRole('link', { name: reason }).click();
      await expect(page).toHaveURL(`${product.url}${path}`);
      await page.goBack();
    }
  },
);

test(
  'a visit on a claim batch leads from a draft to the batch [14.invoice.127]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, approve } = await createWork(product);
    const { token } = manager;
    const { payerId } = await product.call<{ payerId: number }>(
      token,
      `POST /api/clients/${client.id}/services`,
      { category: 'sustaining', unitsAuthorized: 100, payer: 'County' },
    );
    await approve({ title: 'Bank', workDate: '2026-03-04' });
    const period = { from: '2026-03-01', to: '2026-03-31' };
    const batch = await product.call<{ id: number }>(token, 'POST /api/claim-batches', {
      payerId,
      ...period,
    });
    const draft = await product.call<{ id: number }>(token, 'POST /api/invoices', {
      payer: 'County',
      clientIds: [client.id],
      ...period,
    });
    await openAs(page, product, manager, `/billing/${draft.id}`);
    await cardOf(page, 'Not included').getByRole('link', { name: 'On another draft' }).click();
    await expect(page).toHaveURL(`${product.url}/billing/claims/${batch.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claims for County');
  },
);
