/** From a note sent back to the corrected one: the fewest steps, and the units that the client signs again. */

import { randomUUID } from 'node:crypto';
import { CODE, createTeam, expectText, press } from '#tests/e2e/steps.ts';
import { expectToast, field, sign, signature, submit, unlock } from '#tests/e2e/submission/steps.ts';
import { buildCapture, sealCode } from '#tests/support/factories/captures.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_PHONE_ONLY,
  LONG_RUN,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';

const RETURN = { action: 'return', comment: 'One point.', reasonCode: 'description' };

test(
  'an employee corrects one field of a note sent back in seven taps and two signatures, from Home [12.review.157]',
  LONG_PHONE_ONLY,
  async ({ page, product }) => {
    const { employee, manager, note } = await createTeam(product);
    const { id } = await note({ title: 'My visit' });
    const fieldComments = { summary: 'Which bills?' };
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, { ...RETURN, fieldComments });
    const before = await product.call<object>(employee.token, `GET /api/notes/${id}`);
    await page.addInitScript(() => {
      sessionStorage.setItem('touches', '0');
      const count = () =>
        sessionStorage.setItem('touches', String(Number(sessionStorage.getItem('touches')) + 1));
      addEventListener('pointerdown', count, true);
    });
    const touches = () => page.evaluate(() => Number(sessionStorage.getItem('touches')));
    await openAs(page, product, employee, '/');
    await page.getByRole('link', { name: 'Fix and sign again' }).click();

    const summary = field(page, 'Summary');
    await expect(summary).toBeFocused();
    await expect(summary).toHaveAccessibleDescription(/Reviewer comment: Which bills\?/);
    await expect(page.getByText('Reviewer comment: Which bills?')).toBeInViewport({ ratio: 1 });
    expect(await touches()).toBe(1);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Rent and power are paid, next visit on Friday.');

    await expect(page.getByText('Sign again: the note was sent back (Description).')).toHaveCount(2);
    for (const signer of ['Employee', 'Client'])
      await expect(signature(page, signer).getByRole('status')).not.toHaveText('Signed');
    await sign(page, 'Employee');
    await field(page, 'Client verification code').click();
    await page.keyboard.type(CODE);
    await page.keyboard.press('Enter');
    await expectText(page, 'Client verification successful. Signature pad is now active.');
    await sign(page, 'Client');
    await submit(page);
    await expectToast(page, 'Success!', 'Note submitted successfully!');
    // Fix; sign and Done; the code; sign and Done; submit. Each signature is one stroke.
    expect(await touches()).toBe(1 + 2 + 1 + 2 + 1 + 2);
    const unchanged = [
      'title',
      'description',
      'research',
      'workDate',
      'startTime',
      'endTime',
      'timeUnitsUsed',
      'category',
    ];
    const after = await product.call<Record<string, unknown>>(employee.token, `GET /api/notes/${id}`);
    expect(after).toMatchObject({
      ...Object.fromEntries(Object.entries(before).filter(([name]) => unchanged.includes(name))),
      status: 'pending',
      version: 2,
      summary: 'Rent and power are paid, next visit on Friday.',
    });
  },
);

test(
  'a client who signs a note again that was sent back when it arrived reads the units that will be left [13.capture.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, client, note } = await createTeam(product);
    const captureId = randomUUID();
    const { sealingKey } = await product.call<{ sealingKey: string }>(null, 'GET /api/config');
    const { id } = await note({
      captureId,
      capture: buildCapture(new Date(), { offline: true }),
      sealedCode: await sealCode(sealingKey, { captureId, clientId: client.id, code: 'wrong1' }),
      clientSignatureCode: undefined,
    });
    await openAs(page, product, employee, `/submit?note=${id}`);
    await expect(page.getByText('This uses 9 units; 31 will be left.').first()).toBeVisible();
    await press(page, 'Show to the client');
    await expectText(page.getByRole('dialog'), '31 units');
  },
);

test(
  'the card of a note sent back has the mark of a dispute [13.dispute.121]',
  LONG_RUN,
  async ({ page, product }) => {
    const { employee, manager, note } = await createTeam(product);
    const { id } = await note({ title: 'My visit' });
    await product.call(manager.token, `PATCH /api/notes/${id}/review`, RETURN);
    const { url } = await product.call<{ url: string }>(manager.token, `POST /api/notes/${id}/receipt`);
    await openAs(page, product, employee, '/');
    const card = page.getByRole('region', { name: 'Sent back to you' });
    await expectText(card, 'Description: One point.');
    await expect(card.getByText('Disputed', { exact: true })).toHaveCount(0);
    await product.call(null, `POST /api/receipts/${url.split('/').at(-1)}/dispute`, { reason: 'not_here' });
    await expectText(card, 'Disputed');
  },
);

test(
  'a note signed again whose new version arrives before the answer opens My Notes, not a form to sign it once more [13.offline.55]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, note } = await createTeam(product);
    const { id } = await note({ title: 'My visit' });
    await openAs(page, product, employee, `/submit?note=${id}`);
    await sign(page, 'Employee');
    await unlock(page);
    await sign(page, 'Client');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/notes/${id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    const refreshed = page.waitForResponse(
      async (response) =>
        response.url().endsWith(`/api/notes/${id}`) &&
        response.request().method() === 'GET' &&
        ((await response.json()) as { version: number }).version === 2,
    );
    await submit(page);
    await refreshed;
    await expect(page.getByRole('button', { name: 'Submitting…' })).toBeVisible();
    await expect(signature(page, 'Client').getByRole('status')).toHaveText('Signed');
    release();
    await expectToast(page, 'Success!', 'Note submitted successfully!');
    await expect(page).toHaveURL(/\/my-notes$/);
  },
);
