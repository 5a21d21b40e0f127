/** The queue of the review screen: keys, filters, and which note opens next. */

import type { Page } from '@playwright/test';
import { addDays } from '#platform/contract/days.ts';
import { expectAccessible } from '#tests/e2e/accessible.ts';
import { CODE, fillFields } from '#tests/e2e/steps.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { expect, LONG_ON_DESKTOP, openAs, type Product, test } from '#tests/support/helpers/appFixture.ts';
import { createAuthors, heading, items, submit, time, VISIT, yesterday } from './steps.ts';

/** Opens the queue of an admin with notes of one author at 8, 9, 10, ... o'clock. */
async function openQueue(page: Page, product: Product, count: number) {
  const admin = await product.admin();
  const [author] = await createAuthors(product, admin, 1);
  if (!author) throw new Error('No author');
  const ids: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const note = await submit(product, author, { startTime: time(8 + number), endTime: time(9 + number) });
    ids.push(note.id);
  }
  await openAs(page, product, admin, '/review');
  await expect(items(page)).toHaveCount(count);
  await expect(heading(page)).toHaveText(VISIT);
  return { admin, author, ids };
}

/** Expects that a note is open and loaded, so that keys decide it. */
async function expectOpen(page: Page, id: number | undefined) {
  await expect(page).toHaveURL(new RegExp(`note=${id}(&|$)`));
  await expect(heading(page)).toHaveText(VISIT);
}

test(
  'keys move in the queue, select, approve and open the client, and the result is announced [12.review.148]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { admin, author, ids } = await openQueue(page, product, 4);
    const [first, second, third, fourth] = ids;
    for (const [key, id] of [
      ['j', second],
      ['ArrowRight', third],
      ['k', second],
      ['ArrowLeft', first],
      ['j', second],
    ] as const) {
      await page.keyboard.press(key);
      await expectOpen(page, id);
      await expect(heading(page)).toBeFocused();
    }
    await page.keyboard.press('x');
    await expect(page.getByRole('button', { name: 'Approve 1 note' })).toBeVisible();
    await page.keyboard.press('x');
    await expect(page.getByRole('button', { name: 'Approve 1 note' })).toBeHidden();
    for (const [name, key] of [
      ['Hold', 'H'],
      ['Send back', 'R'],
      ['Deny', 'D'],
      ['Approve', 'A'],
    ] as const)
      await expect(page.getByRole('button', { name }).filter({ hasText: key }).locator('kbd')).toBeVisible();
    // One in the middle: the one after it opens.
    await page.keyboard.press('a');
    await expectOpen(page, third);
    await expect(heading(page)).toBeFocused();
    const status = page.getByRole('status').filter({ hasText: 'Approved.' });
    await expect(status).toHaveText(/^Approved\. 3 notes left on this page\. Next: .+ for Maria Lopez\.$/);
    // The last one: the one before it opens.
    await page.keyboard.press('j');
    await expectOpen(page, fourth);
    await page.keyboard.press('a');
    await expectOpen(page, third);
    await expect(items(page)).toHaveCount(2);
    expect(await product.call(admin.token, 'GET /api/management/stats')).toMatchObject({ approved: 2 });
    await page.keyboard.press('c');
    await expect(page).toHaveURL(new RegExp(`/clients/${author.clientId}$`));
  },
);

test(
  'a note on hold is resumed from the queue by key and by button [12.review.149]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { admin } = await openQueue(page, product, 2);
    await page.keyboard.press('h');
    await expect(items(page)).toHaveCount(1);
    await expect(heading(page)).toHaveText(VISIT);
    await page.keyboard.press('h');
    await expect(page.getByText('No notes to review')).toBeVisible();
    await page.getByText('In review', { exact: true }).click();
    await expect(items(page)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    await page.keyboard.press('h');
    await expect(items(page)).toHaveCount(1);
    await page.getByRole('button', { name: /^Resume/ }).click();
    await expect(page.getByText('No notes to review')).toBeVisible();
    expect(await product.call(admin.token, 'GET /api/management/stats')).toMatchObject({ pending: 2 });
  },
);

test(
  'the filters of the queue are in the address, narrow the list and stay after a reload [12.review.150]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { admin, author, ids } = await openQueue(page, product, 1);
    const [other] = await createAuthors(product, admin, 1);
    if (!other) throw new Error('No author');
    // Overlapping notes have a warning; one is of another service.
    await submit(product, other, { startTime: '12:00', endTime: '13:00' });
    await submit(product, other, { startTime: '12:30', endTime: '13:30', category: 'transitional' });
    await submit(product, other, { workDate: addDays(yesterday, -1) });
    const review = { action: 'return', comment: 'On which day?' };
    await product.call(admin.token, `PATCH /api/notes/${ids[0]}/review`, review);
    const form = {
      workDate: yesterday,
      startTime: '08:00',
      endTime: '09:00',
      summary: 'Bills are paid now.',
    };
    await product.call(
      author.author.token,
      `PUT /api/notes/${ids[0]}`,
      buildNoteForm(author.clientId, { clientSignatureCode: CODE, ...form }),
    );
    await page.goto(`${product.url}/review`);
    await expect(items(page)).toHaveCount(4);
    await page.getByText('Filters', { exact: true }).click();
    for (const { label, value, query, count } of [
      { label: 'Show', value: 'warnings', query: 'warnings=true', count: 2 },
      { label: 'Show', value: 'resubmitted', query: 'resubmitted=true', count: 1 },
      { label: 'Employee', value: String(other.author.user.id), query: 'authorId=', count: 3 },
      { label: 'Client', value: String(author.clientId), query: 'clientId=', count: 1 },
      { label: 'Service', value: 'transitional', query: 'category=transitional', count: 1 },
      { label: 'From', value: yesterday, query: `dateFrom=${yesterday}`, count: 3 },
      { label: 'To', value: addDays(yesterday, -1), query: 'dateTo=', count: 1 },
    ]) {
      const filter = page.getByLabel(label, { exact: true });
      await fillFields(page, { [label]: value });
      await expect(items(page)).toHaveCount(count);
      await expect(page).toHaveURL((url) => url.search.includes(query));
      await page.reload();
      await expect(items(page)).toHaveCount(count);
      await expect(filter).toHaveValue(value);
      await filter.focus();
      await fillFields(page, { [label]: '' });
      await expect(items(page)).toHaveCount(4);
      await expect(filter).toBeFocused();
    }
    await expectAccessible(page);
  },
);
