/** Find anything: screens, clients, people and notes by keyboard. */

import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectSound } from '#tests/e2e/accessible.ts';
import { CODE, createTeam, press } from '#tests/e2e/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Screen, client, person or note' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function open(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
}

for (const theme of ['light', 'dark'] as const) {
  test(
    `a manager opens screens, clients, people and notes by keyboard in the ${theme} theme`,
    LONG_RUN,
    async ({ page, product }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      const { manager, employee, client, note } = await createTeam(product);
      // A second team, which the search text must filter out.
      await createTeam(product);
      const word = uniqueName('wardrobe').replace('-', '');
      const { title } = await note({ title: `Repair of the ${word}` });
      await openAs(page, product, manager, '/');

      await open(page);
      await expect(option(page, 'Payroll & Time')).toBeVisible();
      await expectSound(page);
      await box(page).fill('payr');
      await expect(box(page)).toHaveAttribute('aria-activedescendant', /.+/);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/payroll$/);

      await open(page);
      await box(page).fill(client.companyName);
      await expect(group(page, 'Clients').getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/clients/${client.id}$`));
      await expect(page.getByRole('heading', { level: 1, name: client.contactName })).toBeVisible();

      await open(page);
      await box(page).fill(employee.user.firstName ?? '');
      await expect(group(page, 'People').getByRole('option')).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/profile/${employee.user.id}$`));

      await open(page);
      await box(page).fill(word);
      await expect(option(page, title)).toBeVisible();
      await expectSound(page);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/search\\?q=${word}&note=\\d+$`));
    },
  );
}

test(
  'an employee finds only the own screens, assigned clients, own notes and colleagues',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client } = await createTeam(product);
    const other = await createTeam(product);
    const { title } = await other.note({ title: uniqueName('Note of another author') });
    await openAs(page, product, employee, '/');
    await open(page);
    await expect(option(page, 'Management')).toHaveCount(0);
    await expect(option(page, 'Clients')).toHaveCount(0);
    await box(page).fill(title);
    await expect(page.getByText('Searching…')).toHaveCount(0);
    await expect(page.getByRole('option')).toHaveText([`Search all notes for ‘${title}’`]);
    await box(page).fill(other.client.companyName);
    await expect(page.getByRole('option')).toHaveText([`Search all notes for ‘${other.client.companyName}’`]);

    await box(page).fill(client.companyName);
    await expect(group(page, 'Clients').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/clients/${client.id}$`));
    await expect(page.getByText('Contact information')).toBeVisible();
    await expect(page.getByText(CODE)).toHaveCount(0);

    await open(page);
    await box(page).fill(manager.user.firstName ?? '');
    await group(page, 'People')
      .getByRole('option', { name: /Write a message/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/mail\?to=\d+$/);
  },
);

test(
  'arrows select, Escape returns the focus, and a text without a match leads to the search',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    await openAs(page, product, employee, '/my-notes');
    await page.getByRole('link', { name: 'Submit Note' }).first().focus();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const before = await focused();
    await open(page);
    const marked = () => box(page).getAttribute('aria-activedescendant');
    const [first, second] = [await marked(), (await page.keyboard.press('ArrowDown'), await marked())];
    expect(second).not.toBe(first);
    await expect(page.locator(`[id="${second}"]`)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    expect(await marked()).toBe(first);
    await page.keyboard.press('Escape');
    await expect(box(page)).toHaveCount(0);
    await expect.poll(focused).toBe(before);

    await open(page);
    await box(page).fill('zzz nothing');
    await expect(option(page, 'Search all notes for ‘zzz nothing’')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=zzz\+nothing$/);
    await expect(page.getByText('No results found')).toBeVisible();
  },
);

test('a new text cancels the request of the previous one', LONG_ON_DESKTOP, async ({ page, product }) => {
  const { employee } = await createTeam(product);
  const ended: string[] = [];
  page.on('requestfailed', (request) => ended.push(new URL(request.url()).searchParams.get('q') ?? ''));
  await page.route('**/api/notes/search?*', (route) =>
    route.request().url().includes('q=first&') ? undefined : route.continue(),
  );
  await openAs(page, product, employee, '/');
  await open(page);
  const request = page.waitForRequest((request) => request.url().includes('q=first&'));
  await box(page).fill('first');
  await request;
  await box(page).fill('second');
  await expect.poll(() => ended).toContain('first');
  await expect(page.getByText('Searching…')).toHaveCount(0);
});

test('a button opens Find anything', LONG_RUN, async ({ page, product }) => {
  const { employee } = await createTeam(product);
  await openAs(page, product, employee, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const size = page.viewportSize();
  if (size && size.width < 640) {
    await page.setViewportSize({ width: 360, height: size.height });
    await press(page, 'All screens');
    await press(page, 'Find anything');
  } else {
    await page.getByRole('button', { name: /^Find anything/ }).click();
  }
  await expect(box(page)).toBeFocused();
  await expectNoSidewaysScroll(page);
  await box(page).fill('announce');
  await option(page, 'Announcements').click();
  await expect(page).toHaveURL(/\/announcements$/);
});
