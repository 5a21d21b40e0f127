/** Names of clients in lists and mails, which link to the record of the client. */

import type { Locator, Page } from '@playwright/test';
import { getDefaultWeek, getPreviousWeek } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { expectSound } from '#tests/e2e/accessible.ts';
import { cardOf, createTeam, expectText, type Row } from '#tests/e2e/steps.ts';
import { expect, LONG_RUN, openAs, type Product, test } from '#tests/support/helpers/appFixture.ts';

/** Opens a screen, and the client from it. Fingers need a target of 44 pixels. */
async function followLink(page: Page, address: string, link: Locator): Promise<void> {
  await page.goto(address);
  await expect(link).toBeVisible();
  await expectSound(page);
  const isForFingers = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  if (isForFingers) expect(await link.evaluate(hasTallTarget)).toEqual([true, true]);
  await link.click();
}

/** Runs in the page: whether the link receives what is pressed above and below its middle. */
function hasTallTarget(link: Element): boolean[] {
  link.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = link.getBoundingClientRect();
  return [-21, 21].map((offset) =>
    link.contains(document.elementFromPoint(x + width / 2, y + height / 2 + offset)),
  );
}

/** A note that was sent back today, in a team. */
async function createSentBack(product: Product) {
  const team = await createTeam(product);
  const note = await team.note({ workDate: dayInZone(new Date(), team.employee.user.timeZone) });
  const review = { action: 'return', comment: 'Who was there?' };
  await product.call(team.manager.token, `PATCH /api/notes/${note.id}/review`, review);
  return team;
}

test(
  'names of clients on Home, in My Notes, search results and mails link to the record [12.record.128]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client } = await createSentBack(product);
    await openAs(page, product, employee, '/mail');
    const main = page.getByRole('main');
    const number = { name: client.companyName, exact: true };
    const links: [address: string, link: Locator][] = [
      ['/', cardOf(page, 'Your clients').getByRole('link', { name: client.contactName, exact: true })],
      [
        '/',
        page.getByRole('region', { name: 'Sent back to you' }).getByRole('link', { name: 'Maria Lopez' }),
      ],
      ['/my-notes', page.getByRole('table', { name: 'My notes' }).getByRole('link', number)],
      ['/search?show=all', page.getByRole('region', { name: 'Results' }).getByRole('link', number)],
    ];
    for (const [address, link] of links) {
      await followLink(page, product.url + address, link);
      await expect(page).toHaveURL(`${product.url}/clients/${client.id}`);
      await expectText(page, 'Contact information');
    }
    const [message] = await product.call<Row[]>(employee.token, 'GET /api/messages/inbox');
    const named = main.getByRole('link', { name: `Maria Lopez (${client.companyName})` });
    await followLink(page, `${product.url}/mail?message=${message?.id}`, named);
    await expect(page).toHaveURL(`${product.url}/clients/${client.id}`);
  },
);

test('managers open the record from denied work [12.record.128]', LONG_RUN, async ({ page, product }) => {
  const { manager, client, note } = await createTeam(product);
  const week = getPreviousWeek(getDefaultWeek(dayInZone(new Date(), 'America/Chicago'), []).start, []);
  const { id } = await note({ workDate: week.start });
  const denial = { action: 'deny', reason: 'Twice.' };
  await product.call(manager.token, `PATCH /api/notes/${id}/review`, denial);
  await openAs(page, product, manager, '/mail');
  const link = cardOf(page, 'Denied work').getByRole('link', { name: client.companyName, exact: true });
  await followLink(page, `${product.url}/payroll?week=${week.start}`, link);
  await expect(page).toHaveURL(`${product.url}/clients/${client.id}`);
});

test(
  'an employee who is no longer assigned to a client sees the name as text [12.record.129]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client } = await createSentBack(product);
    const path = `GET /api/clients/${client.id}/assignments`;
    for (const { id } of await product.call<Row[]>(manager.token, path))
      await product.call(manager.token, `DELETE /api/assignments/${id}`);
    await openAs(page, product, employee, '/my-notes');
    const table = page.getByRole('table', { name: 'My notes' });
    await expect(table.getByRole('cell', { name: client.companyName })).toBeVisible();
    await expect(page.getByRole('main').locator('a[href*="/clients/"]')).toHaveCount(0);
  },
);
