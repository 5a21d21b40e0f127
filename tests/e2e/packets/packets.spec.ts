/** Audit-day packets on the screen Import and export, and 'Would we pass?' on the Dashboard. */

import { readFile } from 'node:fs/promises';
import { expectSound } from '#tests/e2e/accessible.ts';
import { cardOf, createTeam, dialogOf, fieldOf, fillFields, press } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';
import { readZip } from '#tests/support/helpers/zip.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** In a full week of the last 8. */
const tenDaysAgo = () => new Date(Date.now() - 10 * DAY_MS).toISOString().slice(0, 10);

/** A team with a visit of ten days ago. */
async function createVisit(product: Product) {
  const team = await createTeam(product);
  const day = tenDaysAgo();
  const { id } = await team.note({ workDate: day });
  return { ...team, day, id };
}

test(
  'a manager creates packets of a client and of a random sample, and downloads both files [14.packet.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, client, day, id } = await createVisit(product);
    await product.call(manager.token, `DELETE /api/clients/${client.id}`);
    await openAs(page, product, manager, '/records');
    const section = cardOf(page, 'Audit-day packet');
    await expect(section).toContainText('No packets');
    await expectSound(page);
    await press(section, 'New packet');
    const dialog = dialogOf(page, 'New audit-day packet');
    await press(dialog, 'Create packet');
    await expect(dialog).toContainText('Choose a client');
    await dialog.getByRole('combobox', { name: 'Client' }).fill(client.companyName);
    await expect(page.getByRole('option')).toContainText(', archived)');
    await page.keyboard.press('Enter');
    await fillFields(dialog, { 'First day': day, 'Last day': '2020-01-01' });
    // Another choice keeps the clients.
    await dialog.getByText('Random sample').click();
    await expect(fieldOf(dialog, 'Number of visits')).toHaveValue('20');
    await dialog.getByText('Clients and dates').click();
    await expect(dialog.getByRole('combobox', { name: 'Client' })).toHaveValue(/, archived\)/);
    expectBrowserError(/status of 400/);
    await press(dialog, 'Create packet');
    await expect(dialog).toContainText("The last day can't be before the first");
    await expectSound(page);
    await fillFields(dialog, { 'Last day': day });
    await press(dialog, 'Create packet');
    await expect(dialog).toBeHidden();
    const packets = section.getByRole('list', { name: 'Packets' }).getByRole('listitem');
    await expect(packets).toContainText('1 visit');
    const pdf = page.waitForEvent('download');
    await packets.getByRole('link', { name: 'PDF' }).click();
    const { pages } = await readPdf(await readFile(await (await pdf).path()));
    expect(pages[0]).toContain('Without a gap 0 of 1 (0%)');
    const zip = page.waitForEvent('download');
    await packets.getByRole('link', { name: 'ZIP' }).click();
    const entries = await readZip(await readFile(await (await zip).path()));
    expect([...entries.keys()]).toContain(`visits/001-note-${id}/evidence.json`);

    await press(section, 'New packet');
    await dialog.getByText('Random sample').click();
    await fillFields(dialog, { 'First day': day, 'Last day': day, 'Number of visits': '201' });
    expectBrowserError(/status of 400/);
    await press(dialog, 'Create packet');
    await expect(dialog).toContainText('Enter a number from 1 to 200');
    await fieldOf(dialog, 'Number of visits').fill('5');
    await press(dialog, 'Create packet');
    await expect(dialog).toBeHidden();
    // The newest packet alone is kept.
    await expect(packets).toHaveCount(1);
    await expect(packets).toContainText('Random sample');
    const link = packets.getByRole('link', { name: 'ZIP' });
    await expect(link).toBeVisible();
    const address = (await link.getAttribute('href')) ?? '';
    await expectSound(page);

    // The same sample again is another packet.
    await press(section, 'New packet');
    await fillFields(dialog, { 'First day': day, 'Last day': day, 'Number of visits': '5' });
    await press(dialog, 'Create packet');
    await expect(dialog).toBeHidden();
    await expect(link).not.toHaveAttribute('href', address);
    await expect(packets).toHaveCount(1);
    await packets.getByRole('button', { name: /^Delete the packet of Random sample/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this packet?' });
    await expect(question).toContainText('deleted for everyone');
    await expectSound(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(section).toContainText('No packets');
  },
);

test(
  'a packet that is being created shows its progress [14.packet.120]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, day } = await createVisit(product);
    let progress = { state: 'running', done: 1, of: 3 };
    // The job of one visit ends before its progress can be read.
    await page.route('**/api/packets', async (route) => {
      const answer = await route.fetch();
      const packets = (await answer.json()) as object[];
      await route.fulfill({ json: packets.map((packet) => ({ ...packet, ...progress })) });
    });
    const sample = { from: day, to: day, count: 1 };
    await product.call(manager.token, 'POST /api/packets', { sample });
    await openAs(page, product, manager, '/records');
    const row = cardOf(page, 'Audit-day packet').getByRole('listitem');
    const bar = row.getByRole('progressbar', { name: 'Creating the packet' });
    await expect(bar).toHaveAttribute('aria-valuenow', '33');
    progress = { ...progress, done: 2 };
    await page.reload();
    await expect(bar).toHaveAttribute('aria-valuenow', '67');
    await expect(row.getByRole('link')).toHaveCount(0);
    await expectSound(page);
    await page.unroute('**/api/packets');
    await page.reload();
    await expect(row.getByRole('link', { name: 'ZIP' })).toBeVisible({ timeout: 30_000 });
    await expect(bar).toHaveCount(0);
  },
);

test(
  'the Dashboard shows managers the share of visits without a gap, and the gaps of a week [14.packet.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, note } = await createTeam(product);
    await openAs(page, product, manager, '/dashboard');
    const card = cardOf(page, 'Would we pass?');
    await expect(card).toContainText('No visits in the last 8 full weeks');
    const { id } = await note({ workDate: tenDaysAgo() });
    await page.reload();
    await expect(card).toContainText(/0% of visits in the week of \w+ \d+ have no gap/);
    const gaps = card.getByRole('list', { name: 'Visits by gap' }).getByRole('listitem');
    await expect(gaps).toHaveText(['Submitted late1', 'Employee not assigned1', 'Not approved1']);
    await expect(card.getByRole('table', { name: 'Visits without a gap by week' })).toContainText('0%');
    await expectSound(page);
    await press(gaps, 'Submitted late');
    const dialog = dialogOf(page, 'Submitted late');
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await expect(dialog).toContainText('Also: Employee not assigned, Not approved');
    await expectSound(page);
    await dialog.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/dashboard\\?week=[\\d-]+&gap=late&note=${id}$`));
    await expect(dialogOf(page, /Maria Lopez/)).toContainText(/Submitted \d+ days after the visit ended/);
    await page.goBack();
    await expect(dialog).toBeVisible();
    await openAs(page, product, employee, '/dashboard');
    await expect(cardOf(page, 'Recent Notes')).toBeVisible();
    await expect(card).toHaveCount(0);
  },
);

test(
  'a manager steps through the visits with a gap, and Back returns to their list [14.packet.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, note } = await createTeam(product, { totalTimeUnits: 900 });
    const early = { workDate: tenDaysAgo(), startTime: '07:00', endTime: '07:45' };
    await note({ ...early, title: 'Early visit' });
    await note({ workDate: tenDaysAgo(), title: 'Second visit' });
    await openAs(page, product, manager, '/dashboard');
    await press(cardOf(page, 'Would we pass?'), 'Not approved');
    const list = dialogOf(page, 'Not approved');
    await list.getByRole('link').first().click();
    const open = page.getByRole('dialog');
    await expect(open).toContainText('Early visit');
    await expect(open).toContainText('1 of 2');
    await expectSound(page);
    await press(open, 'Next note (j)');
    await expect(open).toContainText('Second visit');
    await page.keyboard.press('k');
    await expect(open).toContainText('Early visit');
    await press(open, 'Next note (j)');
    await expect(open).toContainText('Second visit');
    await page.reload();
    await expect(open).toContainText('2 of 2');
    await page.goBack();
    await expect(list.getByRole('link')).toHaveCount(2);
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(cardOf(page, 'Would we pass?'), 'Not approved');
    await list.getByRole('link').last().click();
    await expect(open).toContainText('Second visit');
    await page.keyboard.press('Escape');
    await expect(list.getByRole('link').last()).toBeFocused();
    await list.getByRole('link').first().click();
    await expect(open).toContainText('Early visit');
    // Keys do not decide while another dialog, such as the list that is closing, is in the page.
    await expect(page.locator('[role=dialog]')).toHaveCount(1);
    await page.keyboard.press('a');
    await expect(open).toContainText('Second visit');
    await page.goBack();
    await expect(list.getByRole('link')).toHaveCount(1);
  },
);

test(
  'the list and note of a gap close without entries in the history, and a week that is not listed opens nothing [14.packet.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, note } = await createTeam(product);
    await note({ workDate: tenDaysAgo() });
    await openAs(page, product, manager, '/profile');
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    const gap = cardOf(page, 'Would we pass?').getByRole('button', { name: 'Submitted late' });
    await gap.click();
    const list = dialogOf(page, 'Submitted late');
    await list.getByRole('link').click();
    await expect(dialogOf(page, /Maria Lopez/)).toBeVisible();
    const noteUrl = page.url();
    await page.keyboard.press('Escape');
    await expect(list.getByRole('link')).toBeFocused();
    const listUrl = page.url();
    await page.keyboard.press('Escape');
    await expect(gap).toBeFocused();
    await expect(page).toHaveURL(/dashboard$/);
    await page.goBack();
    await expect(page).toHaveURL(/profile$/);

    await page.goto(noteUrl);
    await expect(dialogOf(page, /Maria Lopez/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(gap).toBeFocused();
    await expect(page).toHaveURL(/dashboard\?week=[\d-]+$/);
    await page.goto(listUrl.replace(/week=[\d-]+/, 'week=2020-01-06'));
    await expect(gap).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);
