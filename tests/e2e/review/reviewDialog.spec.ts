/** The Review Note dialog of Notes Management, by keyboard. */

import { createTeam, dialogOf, expectAlerts, expectText, fieldOf, press } from '#tests/e2e/steps.ts';
import { expect, openAs, test, LONG_ON_DESKTOP } from '#tests/support/helpers/appFixture.ts';

test(
  'keys approve, deny, send back and hold in the Review Note dialog, and none decides while a reason is entered, even when its field has lost the focus [5.other.9 8.notes.16 12.review.144,154]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, note } = await createTeam(product, { totalTimeUnits: 900 });
    const titles = ['Visit 5.', 'Visit 4.', 'Visit 3.', 'Visit 2.', 'Visit 1.'] as const;
    for (const title of titles.toReversed()) await note({ title });
    const list = `/management?status=pending&clientId=${client.id}`;
    const stats = () => product.call(manager.token, 'GET /api/management/stats');
    const reason = fieldOf(page, 'Reason for denial');
    const [first, second, third, fourth, last] = titles.map((title) => dialogOf(page, title));
    if (!first || !second || !third || !fourth || !last) throw new Error('No dialog');
    const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
    await openAs(page, product, manager, list);
    await page.getByRole('button', { name: titles[0], exact: true }).click();
    for (const [name, key] of [
      ['Hold', 'H'],
      ['Send back', 'R'],
      ['Deny', 'D'],
      ['Approve', 'A'],
    ] as const)
      await expect(button(name).locator('kbd')).toHaveText(key);
    await page.keyboard.press('j');
    await expect(second).toBeVisible();
    await page.keyboard.press('k');
    await expect(first).toBeVisible();

    await page.keyboard.press('a');
    await expectText(page, 'Note Approved');
    await expect(second).toBeVisible();
    await page.keyboard.press('h');
    await expectText(page, 'Note put on hold');
    await expect(third).toBeVisible();

    await button('Deny').click();
    await expectAlerts(third, 'A reason for denial is required');
    await expect(button('Deny')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(fieldOf(third, 'Reason for denial (required only when denying)')).toBeVisible();
    await page.keyboard.press('d');
    await expect(reason).toBeFocused();
    await expect(button('Deny').locator('kbd')).toHaveText('Ctrl ↵');
    await expect(button('Approve')).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await expectAlerts(third, 'A reason for denial is required');
    await page.keyboard.type('The client c');
    // As when a word of the note is selected with the mouse.
    await third.getByRole('heading', { name: titles[2] }).click();
    await page.keyboard.type('alled, hold on, j');
    await expect(reason).toHaveValue('The client c');
    expect(await stats()).toMatchObject({ pending: 3 });
    await page.keyboard.press('Escape');
    await expect(third).toBeVisible();
    await expect(button('Deny').locator('kbd')).toHaveText('D');
    await page.keyboard.press('d');
    await expect(reason).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expectText(page, 'Note Denied');
    await expect(fourth).toBeVisible();

    await page.keyboard.press('r');
    await expect(fieldOf(page, 'What to change')).toBeFocused();
    await page.keyboard.type('Which bills?');
    await page.keyboard.press('Control+Enter');
    await expectText(page, 'Note sent back');
    await expect(last).toBeVisible();
    expect(await stats()).toMatchObject({ approved: 1, inReview: 1, denied: 1, inProgress: 1, pending: 1 });
    // A reason that is typed without a key stops the others as well.
    await reason.click();
    await page.keyboard.type('No');
    await last.getByRole('heading', { name: titles[4] }).click();
    await page.keyboard.type('ah');
    expect(await stats()).toMatchObject({ pending: 1 });
    // The first one ends the reason.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'remarks on a note stay when another dialog stores those on another one [12.review.155]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client, note } = await createTeam(product);
    await note({ title: 'Visit 1.' });
    await note({ title: 'Visit 2.' });
    const reason = fieldOf(page, 'Reason for denial');
    const dialog = page.getByRole('dialog');
    const close = async () => {
      await press(dialog, 'Cancel');
      await expect(dialog).toHaveCount(0);
    };
    await openAs(page, product, manager, `/management?status=pending&clientId=${client.id}`);
    await press(page, 'Deny Visit 2.');
    await close();
    await press(page, 'Visit 1.');
    await reason.fill('Which bills?');
    await close();
    await press(page, 'Deny Visit 2.');
    await reason.fill('A duplicate.');
    await close();
    await press(page, 'Deny Visit 1.');
    await expect(reason).toHaveValue('Which bills?');
    await page.reload();
    await expect(reason).toHaveValue('Which bills?');
    await close();
    await press(page, 'Visit 2.');
    await expect(reason).toHaveValue('A duplicate.');
  },
);
