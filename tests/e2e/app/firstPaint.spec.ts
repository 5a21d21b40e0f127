/** Screens on a slow phone before they are complete. */

import { recordLayoutShifts } from '#tests/e2e/layoutShifts.ts';
import { createTeam, holdBack } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_PHONE_ONLY,
  ON_A_PHONE,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';

test(
  'a signed-in user sees the app shell before any code or typeface is loaded, a visitor does not',
  ON_A_PHONE,
  async ({ page, product }) => {
    const shell = page.locator('#root > [aria-hidden=true]');
    const release = await holdBack(page, /\/assets\/app-/);
    const typefaces: string[] = [];
    page.on('request', (request) => request.resourceType() === 'font' && typefaces.push(request.url()));
    await page.goto(product.url, { waitUntil: 'commit' });
    await expect(shell).toBeAttached();
    await expect(shell).toBeHidden();
    await openAs(page, product, (await createTeam(product)).employee);
    await expect(shell).toBeVisible();
    expect(typefaces).toEqual([]);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(shell).not.toBeAttached();
  },
);

test(
  'notes sent back that arrive late do not push the list of My Notes down',
  LONG_PHONE_ONLY,
  async ({ page, product }) => {
    const { employee, manager, note } = await createTeam(product);
    const { id } = await note({ title: 'My visit' });
    const sendBack = { action: 'return', comment: 'One point.', reasonCode: 'description' };
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, sendBack);
    const readShifts = await recordLayoutShifts(page);
    const release = await holdBack(page, /\/api\/notes\/my\?status=in-progress/);
    const loaded = page.waitForResponse(/\/api\/notes\/my\?limit/);
    await openAs(page, product, employee, '/my-notes');
    await loaded;
    await expect(page.getByRole('heading', { level: 1, name: 'My Notes' })).toBeVisible();
    release();
    await expect(page.getByRole('heading', { name: 'Sent back (1)' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^View / })).toBeVisible();
    const shifts = await readShifts();
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
  },
);

test(
  'the code of the screens in the bottom navigation is loaded before that of dialogs',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const release = await holdBack(page, /\/assets\/MyNotesPage-/);
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    const requested = page.waitForRequest(/\/assets\/MyNotesPage-/);
    await openAs(page, product, (await createTeam(product)).employee);
    await requested;
    expect(files.filter((file) => /\/assets\/(Palette|ChangePassword)-/.test(file))).toEqual([]);
    const dialog = page.waitForRequest(/\/assets\/Palette-/);
    release();
    await dialog;
  },
);

test(
  'the code of a screen that gets no response does not hold back that of dialogs',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await page.route(/\/assets\/MyNotesPage-/, () => {});
    const dialog = page.waitForRequest(/\/assets\/Palette-/);
    await openAs(page, product, (await createTeam(product)).employee);
    await dialog;
  },
);
