/** Search Notes: text and filters, pages, the address, and details over the results. */

import type { Page } from '@playwright/test';
import { expectSound } from '#tests/e2e/accessible.ts';
import {
  collectRequests,
  createTeam,
  expectText,
  failRequests,
  holdBack,
  optionsOf,
  press,
} from '#tests/e2e/steps.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  openAs,
  type Product,
  test,
} from '#tests/support/helpers/appFixture.ts';

const form = (page: Page) => page.getByRole('search', { name: 'Notes' });
const field = (page: Page) => form(page).getByRole('searchbox', { name: 'Search text' });
const searchButton = (page: Page) => form(page).getByRole('button', { name: 'Search', exact: true });
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const titles = (page: Page) => results(page).getByRole('heading', { level: 3 });

/** Creates two notes of an employee that contain a unique word. */
async function createTwoNotes(product: Product) {
  const team = await createTeam(product);
  const word = uniqueName('wardrobe').replace('-', '');
  const first = await team.note({
    title: `Repair of the ${word}`,
    description: 'The hinge of it is fixed again.',
    workDate: '2026-03-02',
  });
  const second = await team.note({
    title: 'Moving day',
    description: `We carried <b>boxes</b> and the ${word} down the stairs.`,
    category: 'transitional',
    workDate: '2026-03-09',
  });
  return { ...team, word, first, second };
}

test('a search runs when Search is pressed and lists the newest first with marked matches [1.employees.5 2.routes.6 2.search.1,7]', async ({
  page,
  product,
}) => {
  const { employee, word, first, second } = await createTwoNotes(product);
  const calls = collectRequests(page, ({ pathname }) => pathname === '/api/notes/search');
  await openAs(page, product, employee, '/search');
  await expect(page.getByRole('heading', { name: 'Search Notes', level: 1 })).toBeVisible();
  await expect(page.getByText('Search your notes')).toBeVisible();
  await field(page).fill(word.slice(0, -2).toUpperCase());
  await form(page).getByRole('combobox', { name: 'Status' }).selectOption('Pending');
  await expect(page.getByText('Search your notes')).toBeVisible();
  expect(calls).toEqual([]);

  await searchButton(page).click();
  await expect(results(page).getByRole('heading', { name: '2 results' })).toBeVisible();
  await expect(titles(page)).toHaveText([second.title, first.title]);
  await expect(results(page).locator('mark')).toHaveText([word.slice(0, -2), word.slice(0, -2)]);
  await expect(results(page)).toContainText(`We carried <b>boxes</b> and the ${word}`);
  await expectSound(page);

  await page.goto(page.url());
  await expect(field(page)).toHaveValue(word.slice(0, -2).toUpperCase());
  await expect(titles(page)).toHaveText([second.title, first.title]);
});

test(
  'filters narrow the results, Back restores the previous search and Clear All removes it [2.search.2,9 8.notes.24]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, word, first, second } = await createTwoNotes(product);
    await openAs(page, product, manager, `/search?q=${word}`);
    await expect(titles(page)).toHaveCount(2);
    const services = form(page).getByRole('combobox', { name: 'Services' });
    const status = form(page).getByRole('combobox', { name: 'Status' });
    expect(await optionsOf(services)).toEqual(['All services', 'Transitional', 'Sustaining']);
    expect(await optionsOf(status)).toEqual([
      'All statuses',
      'Pending',
      'In review',
      'Sent back',
      'Approved',
      'Denied',
    ]);
    await services.selectOption('Transitional');
    await field(page).press('Enter');
    await expect(titles(page)).toHaveText([second.title]);
    await expect(results(page).getByRole('heading', { name: '1 result', exact: true })).toBeVisible();

    await page.goBack();
    await expect(titles(page)).toHaveCount(2);
    await expect(services).toHaveValue('');
    await form(page).getByLabel('Date to').fill('2026-03-02');
    await searchButton(page).click();
    await expect(titles(page)).toHaveText([first.title]);

    await form(page).getByLabel('Date from').fill('2026-03-09');
    await searchButton(page).click();
    await expect(form(page).getByRole('alert')).toHaveText("The last day can't be before the first");
    await expect(form(page).getByLabel('Date to')).toBeFocused();
    await form(page).getByLabel('Date to').fill('');
    await status.selectOption('Denied');
    await searchButton(page).click();
    await expect(page.getByText('No results found')).toBeVisible();
    await expectSound(page);

    await form(page).getByRole('button', { name: 'Clear All' }).click();
    await expect(page.getByText('Search all notes')).toBeVisible();
    await expect(field(page)).toHaveValue('');
    expect(new URL(page.url()).search).toBe('');

    // A search without text lists all notes.
    await searchButton(page).click();
    await expect(titles(page)).toHaveText([second.title, first.title]);
    await page.reload();
    await expect(titles(page)).toHaveText([second.title, first.title]);
  },
);

test(
  'details open over the results, and closing them returns the focus [2.search.8]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, word, first, second } = await createTwoNotes(product);
    await openAs(page, product, employee, `/search?q=${word}`);
    const opener = page.getByRole('button', { name: `View Details of ${second.title}` });
    await opener.focus();
    await opener.press('Enter');
    const dialog = page.getByRole('dialog', { name: second.title });
    await expect(dialog).toContainText(`the ${word} down the stairs`);
    await expect(dialog.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();

    await openAs(page, product, manager, `/search?q=${word}`);
    await press(page, `View Details of ${first.title}`);
    await page
      .getByRole('dialog', { name: first.title })
      .getByRole('button', { name: 'Approve', exact: true })
      .click();
    await expectText(page, 'Note Approved');
    await page.keyboard.press('Escape');
    await expect(results(page).getByRole('listitem').filter({ hasText: first.title })).toContainText(
      'Approved',
    );
  },
);

test(
  'many results have pages that are part of the address [2.search.7,11]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, note } = await createTeam(product);
    const word = uniqueName('many').replace('-', '');
    for (let made = 1; made <= 21; made += 1) await note({ title: `${word} ${made}` });
    await openAs(page, product, employee, '/search');
    await field(page).fill(word);
    await searchButton(page).click();
    await expect(page.getByText('Showing 1 to 20 of 21 results')).toBeVisible();
    await press(page, 'Next');
    await expect(page.getByText('Showing 21 to 21 of 21 results')).toBeVisible();
    await expect(titles(page)).toHaveText([`${word} 1`]);
    await page.reload();
    await expect(titles(page)).toHaveText([`${word} 1`]);
    await page.goBack();
    await expect(page.getByText('Showing 1 to 20 of 21 results')).toBeVisible();
    // The event stream updates an open page.
    await note({ title: `${word} 22` });
    await expect(page.getByText('Showing 1 to 20 of 22 results')).toBeVisible();
  },
);

test(
  'a running search shows placeholders, and a failed one can be retried',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, word } = await createTwoNotes(product);
    await openAs(page, product, employee, '/search');
    const release = await holdBack(page, '**/api/notes/search?*');
    await field(page).fill(word);
    await searchButton(page).click();
    await expect(results(page).getByRole('status')).toHaveText('Searching');
    await expect(results(page).locator('.animate-pulse').first()).toBeVisible();
    release();
    await expect(titles(page)).toHaveCount(2);

    await page.unroute('**/api/notes/search?*');
    const repair = await failRequests(page, '**/api/notes/search?*');
    await field(page).fill(`${word} more`);
    await searchButton(page).click();
    await expect(page.getByText('Search failed')).toBeVisible();
    await repair();
    await press(page, 'Try again');
    await expect(page.getByText('No results found')).toBeVisible();
  },
);

test(
  'the search text is never executed [2.search.9 T18 S-22]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTwoNotes(product);
    await openAs(page, product, employee, '/search');
    for (const typed of ['%', "'; drop table notes; --", '<img src=x onerror=alert(1)>', '🏠 & | !']) {
      await field(page).fill(typed);
      await searchButton(page).click();
      await expect(page.getByText('No results found')).toBeVisible();
      expect(new URL(page.url()).searchParams.get('q')).toBe(typed);
    }
  },
);
