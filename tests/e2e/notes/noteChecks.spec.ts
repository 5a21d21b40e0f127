/** Checks of notes: in the list, in the note, and explained by a manager. */

import { expectAccessible, expectOtherTheme } from '#tests/e2e/accessible.ts';
import { createTeam, expectText, nameOf } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, LONG_RUN, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { expectBrowserError } from '#tests/support/helpers/browserErrors.ts';

test(
  'a manager reads the checks of a note, explains one and undoes it [12.checks.120,121,122]',
  LONG_RUN,
  async ({ page, product }) => {
    const { manager, employee, client, note } = await createTeam(product);
    const first = await note({ title: 'The first visit', startTime: '09:00', endTime: '11:15' });
    await note({ title: 'The second visit', startTime: '11:00', endTime: '12:00' });
    await openAs(page, product, manager, `/management?clientId=${client.id}`);
    const row = page.getByRole('row', { name: /The second visit/ });
    await expect(row.getByText(/^\d checks$/)).toBeVisible();
    const before = Number.parseInt((await row.getByText(/^\d checks$/).textContent()) ?? '', 10);

    await row.getByRole('button', { name: 'The second visit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'The second visit' });
    const checks = dialog.getByRole('region', { name: 'Checks' });
    const check = checks.getByRole('listitem').filter({ hasText: 'also has a note' });
    await expect(check).toContainText(
      `${nameOf(employee)} also has a note from 9:00 AM to 11:15 AM for ${client.contactName}.`,
    );
    await expect(check).toContainText('Warning');
    await expect(check.getByRole('link', { name: `Note ${first.id}` })).toBeVisible();
    await expect(checks.getByRole('listitem').filter({ hasText: 'after the visit ended' })).toContainText(
      'Info',
    );

    await check.getByRole('button', { name: 'Mark as explained' }).click();
    await check.getByRole('button', { name: 'Save explanation' }).click();
    await expect(check.getByText('A reason is required')).toBeVisible();
    await expectAccessible(page);
    await check.getByRole('textbox', { name: /Reason/ }).fill('Both went to the bank together.');
    const sent = page.waitForRequest(/\/explain$/);
    await check.getByRole('button', { name: 'Save explanation' }).click();
    // Another version or set of notes would be refused.
    expect((await sent).postDataJSON()).toMatchObject({ version: 1, relatedNoteIds: [first.id] });
    await expect(check).toContainText('Both went to the bank together.');
    await expect(check).toContainText('Explained');
    await expectAccessible(page);
    await expectOtherTheme(page);
    await page.keyboard.press('Escape');
    await expect(row.getByText(before === 2 ? /^1 (check|info)$/ : `${before - 1} checks`)).toBeVisible();

    await row.getByRole('button', { name: 'The second visit', exact: true }).click();
    await check.getByRole('button', { name: 'Remove explanation' }).click();
    await expect(check.getByRole('button', { name: 'Mark as explained' })).toBeVisible();
    await expect(check).toContainText('Warning');
    await check.getByRole('link', { name: `Note ${first.id}` }).click();
    await expect(page.getByRole('dialog', { name: 'The first visit' })).toBeVisible();
  },
);

test(
  'an explanation is refused when another note causes the check, and saved after that was shown [12.checks.25,27]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, note } = await createTeam(product);
    const first = await note({ title: 'The first visit' });
    await note({ title: 'The second visit' });
    await openAs(page, product, manager, `/management?note=${first.id}`);
    const check = page
      .getByRole('dialog', { name: 'The first visit' })
      .getByRole('listitem')
      .filter({ hasText: 'also has a note' });
    await check.getByRole('button', { name: 'Mark as explained' }).click();
    await check.getByRole('textbox', { name: /Reason/ }).fill('Both went to the bank together.');
    const third = await note({ title: 'The third visit' });
    const save = check.getByRole('button', { name: 'Save explanation' });
    expectBrowserError(/status of 409 .*\/explain/);
    await save.click();
    await expectText(
      page,
      'The notes that cause this check have changed since you opened it. Please read it again.',
    );
    await expect(check.getByRole('link', { name: `Note ${third.id}` })).toBeVisible();
    await save.click();
    await expect(check).toContainText('Explained');
    await openAs(page, product, manager, '/audit');
    await expect(page.getByRole('row', { name: /Marked a check as explained on note/ })).toContainText(
      'Reason: Both went to the bank together.',
    );
  },
);

test(
  'an employee sees checks about times in an own note, without actions [12.checks.123]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, note } = await createTeam(product);
    const { id } = await note({ title: 'The first visit' });
    const other = await note({ title: 'The second visit' });
    await openAs(page, product, employee, `/my-notes?note=${id}`);
    const checks = page
      .getByRole('dialog', { name: 'The first visit' })
      .getByRole('region', { name: 'Checks' });
    await expect(checks.getByText('also has a note from')).toBeVisible();
    await expect(checks.getByRole('button')).toHaveCount(0);
    await checks.getByRole('link', { name: `Note ${other.id}` }).click();
    await expect(page.getByRole('dialog', { name: 'The second visit' })).toBeVisible();
  },
);

test(
  'business settings have the limits of checks, offline data and unsigned notes, with errors at the field [12.checks.124 13.signer.120]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager } = await createTeam(product);
    await openAs(page, product, manager, '/business-settings');
    await page.getByLabel('Late entry after (hours)').fill('0');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Enter whole hours from 1 to 720')).toBeVisible();
    await page.getByLabel('Late entry after (hours)').fill('72');
    await page.getByLabel('Long day over (hours)').fill('12');
    const offlineHours = page.getByLabel('Keep offline data for (hours)');
    await expect(offlineHours).toHaveValue('72');
    await offlineHours.fill('169');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Enter whole hours from 1 to 168')).toBeVisible();
    await offlineHours.fill('24');
    const unsigned = page.getByRole('group', { name: "If a client can't sign" });
    await expect(unsigned.getByLabel('Require a signature')).toBeChecked();
    await unsigned.getByLabel('Accept a reason').check();
    await page.getByRole('group', { name: 'Two employees at the same visit' }).getByLabel('Info').check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expectText(page, 'Business settings saved');
    expect(await product.call<object>(manager.token, 'GET /api/business')).toMatchObject({
      lateEntryHours: 72,
      longDayHours: 12,
      allowTwoEmployees: true,
      offlineHours: 24,
      allowUnsigned: true,
    });
  },
);
