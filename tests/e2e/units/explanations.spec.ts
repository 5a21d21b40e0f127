/** Each figure of units opens how it was computed, on hover, focus or tap. */

import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectSound } from '#tests/e2e/accessible.ts';
import { cardOf, createClient, createTeam } from '#tests/e2e/steps.ts';
import { clientField, fillNote } from '#tests/e2e/submission/steps.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';

const yesterday = () => new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const CALCULATION = '135 min = 9 × 15, so 9 units';

/** The open explanation: a dialog where it has a link. */
const tipOf = (page: Page): Locator => page.locator('[data-radix-popper-content-wrapper] > *');

const figureOf = (area: Locator | Page, name: string | RegExp): Locator =>
  area.getByRole('button', { name, exact: typeof name === 'string' }).first();

/** Expects a target of 44 px around the center of the figure. */
async function expectTarget(figure: Locator): Promise<void> {
  const misses = await figure.evaluate((button) => {
    button.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = button.getBoundingClientRect();
    const center = { x: left + width / 2, y: top + height / 2 };
    const ends = [
      [0, -21],
      [0, 21],
      [-21, 0],
      [21, 0],
    ];
    return ends.filter(([x = 0, y = 0]) => {
      const hit = document.elementFromPoint(center.x + x, center.y + y);
      return !button.contains(hit);
    });
  });
  expect(misses).toEqual([]);
}

/** Opens the figure's explanation as a user does at this size, checks it and closes it. */
async function expectExplained(page: Page, figure: Locator, ...texts: string[]): Promise<void> {
  const hasTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches);
  if (hasTouch) await expectTarget(figure);
  const open = () => (hasTouch ? figure.tap() : figure.hover());
  // A list that is still loading may move the figure away from the pointer.
  await expect(async () => {
    await open();
    await expect(tipOf(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  for (const text of texts) await expect(tipOf(page)).toContainText(text);
  await expectAccessible(page);
  // Checking the contrast scrolls the figure away from the pointer.
  await open();
  await expect(tipOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tipOf(page)).toBeHidden();
}

test(
  'the units of a note open their explanation in each list, without opening the row [11.explanation.4]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, note, client } = await createTeam(product);
    const { id } = await note({ workDate: yesterday() });
    const reads: string[] = [];
    page.on('request', (request) => request.url().endsWith('/units') && reads.push(request.url()));
    for (const [user, path] of [
      [employee, '/my-notes'],
      [manager, '/management'],
      [manager, '/dashboard'],
      [manager, `/management?note=${id}`],
    ] as const) {
      await openAs(page, product, user, path);
      const isOpen = path.includes('note=');
      const area = isOpen ? page.getByRole('dialog') : page.getByRole('main');
      const figure = figureOf(area, /9 units, see calculation/);
      await expect(figure).toBeVisible();
      // An open note shows the balance before and after it.
      if (isOpen) await expect(area.getByText('General units: 40 units before')).toBeVisible();
      expect(reads, path).toHaveLength(isOpen ? 1 : 0);
      await expectExplained(page, figure, CALCULATION, 'General units: 40 units before, 31 units after');
      reads.length = 0;
      expect(page.url()).toBe(`${product.url}${path}`);
    }
    await openAs(page, product, employee, '/payroll');
    const entries = page.getByRole('table', { name: /^Entries/ });
    await expectExplained(page, figureOf(entries, /^9 units, see/), CALCULATION);
    await expectExplained(page, figureOf(page.getByRole('main'), /^9 units, see/), 'Total of 1 entry');
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, {
      action: 'return',
      comment: 'Add more.',
    });
    await openAs(page, product, employee, '/my-notes');
    const sentBack = page.getByRole('region', { name: 'Sent back to you' });
    await expectExplained(page, figureOf(sentBack, /^9 units, see/), CALCULATION);
    await openAs(page, product, employee, '/submit');
    await clientField(page).waitFor();
    await fillNote(page, client.companyName);
    await expectExplained(page, figureOf(page, /= 9 units, see/), CALCULATION);
    await expectExplained(page, figureOf(page, /units left, see/), 'Available now', 'This note−9', 'Left');
  },
);

test(
  'total, used and available units open their accounts with a link to the unit history [11.explanation.5]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client, note } = await createTeam(product);
    await product.call(manager.token, `POST /api/clients/${client.id}/services`, {
      category: 'transitional',
      unitsAuthorized: 20,
      reference: 'PA-1042',
    });
    await note();
    const transitional = 'Transitional · PA-1042';
    const area = page.getByRole('main');
    for (const path of ['/clients', `/clients/${client.id}`, `/clients/${client.id}/units`]) {
      await openAs(page, product, manager, path);
      for (const [figure, ...texts] of [
        ['60 total units, by account', 'General units40', `${transitional}20`, 'Total60'],
        ['9 used units, by account', 'General units9', `${transitional}0`, 'Used9'],
        ['51 available units, by account', 'General units31', `${transitional}20`, 'Available51'],
      ] as const) {
        await expectExplained(page, figureOf(area, figure), ...texts);
      }
      await expect(page).toHaveURL(product.url + path);
    }
    await openAs(page, product, manager, `/clients/${client.id}`);
    const used = figureOf(area.getByRole('list', { name: 'Accounts' }), /^9 of 40 units used, see/);
    await expectExplained(page, used, 'General units', 'Total40', 'Used−9', 'Available31', 'Average: ');
    await openAs(page, product, manager, `/clients/${client.id}/authorizations`);
    await expectExplained(page, figureOf(area, /^0 of 20 units used, see/), 'Total20', 'Available20');
    await openAs(page, product, manager, `/clients/${client.id}/units`);
    const history = area.getByRole('table', { name: 'Unit history' });
    await expectExplained(page, figureOf(history, /^−9 units, see/), CALCULATION, 'Before40', 'After31');
    await expectExplained(page, figureOf(history, /^31 units, see/), 'Before40', 'Work note−9', 'After31');
    await expectExplained(page, figureOf(history, /^\+20 units, see/), 'Before0', 'Units authorized20');

    await openAs(page, product, manager, `/clients/${client.id}`);
    await figureOf(area, '60 total units, by account').click();
    await tipOf(page).getByRole('link', { name: 'Unit history' }).click();
    await expect(page).toHaveURL(`${product.url}/clients/${client.id}/units`);

    await openAs(page, product, employee, `/clients/${client.id}`);
    await figureOf(area, '51 available units, by account').click();
    await page.mouse.move(0, 0);
    await expect(tipOf(page)).toContainText('General units31');
    await expect(tipOf(page)).toContainText('Available51');
    await expect(tipOf(page)).not.toContainText('PA-1042');
    await expect(tipOf(page).getByRole('link')).toHaveCount(0);
    await expectAccessible(page);
    // After a click, it is still open although the pointer has left.
    await expect(tipOf(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expectSound(page);
  },
);

test(
  'an explanation opens on focus, Tab reaches its link and Escape returns [11.explanation.6]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, note } = await createTeam(product, { totalTimeUnits: 18 });
    for (let more = 0; more < 6; more++) await createClient(product, manager, { totalTimeUnits: 200 });
    await note();
    await note({ workDate: '2026-03-03' });
    await openAs(page, product, manager, '/clients');
    const row = page.getByRole('row').filter({ hasText: '0 of 18' });
    const figure = figureOf(row, '0 of 18 units, by account');
    await row.getByRole('button', { name: 'Maria Lopez', exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(figure).toBeFocused();
    await expect(tipOf(page)).toContainText('General units180');
    await page.keyboard.press('Tab');
    const link = tipOf(page).getByRole('link', { name: 'Unit history' });
    await expect(link).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(tipOf(page)).toBeHidden();
    await expect(figure).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(figure).not.toBeFocused();

    await openAs(page, product, manager, '/dashboard');
    const attention = cardOf(page, 'Accounts that need attention');
    await expectExplained(
      page,
      figureOf(attention, /^No units left, see/),
      'Total18',
      'Used−18',
      'Available0',
    );
  },
);
