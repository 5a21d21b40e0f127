/** Clients and notes in the encrypted copy, whose key stays in the browser. */

import type { Page } from '@playwright/test';
import { createTeam, expectText, logOut, press, questionOf } from '#tests/e2e/steps.ts';
import { expect, LONG_ON_DESKTOP, openAs, test } from '#tests/support/helpers/appFixture.ts';
import { decryptRecords, encryptedNames, readEncrypted, readKeys, waitForWorker } from './offlineSteps.ts';
import { clientField, fillAndSign, submit } from './steps.ts';
import { FIRST, openPrepared, submitOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'scripts use the key and cannot read it, and a logout destroys it when nothing is unsent [13.offline.6]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee } = await createTeam(product);
    await openAs(page, product, employee);
    await expect.poll(() => encryptedNames(page)).toContainEqual(expect.stringContaining('/api/clients'));
    expect(await readKeys(page)).toEqual([{ isExtractable: false, isExported: false }]);
    await logOut(page, page.getByRole('button', { name: 'Logout' }));
    await expect.poll(() => readKeys(page)).toEqual([]);
  },
);

test(
  'a logout keeps the key of a note that was not sent [13.offline.11]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await submitOffline(page, product);
    // The note stays while the server cannot store it.
    await page.context().route('**/api/notes', (route) => route.abort());
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Logout' }).click();
    await press(questionOf(page), 'Log out');
    await expectText(page, 'Logged out successfully');
    await expect
      .poll(async () => (await encryptedNames(page)).map((name) => name.split('/')[0]))
      .toEqual([expect.stringMatching(/^\d+,unsent$/)]);
    expect(await readKeys(page)).toEqual([{ isExtractable: false, isExported: false }]);
  },
);

test(
  'the copy has the address of a client, and neither email, phone, intake text nor code [13.offline.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const hidden = {
      email: 'maria.private@example.org',
      phone: '555 0199',
      intakeInformation: 'Lives with her sister.',
      signatureCode: 'k7q2w9',
    };
    const { employee } = await createTeam(product, { ...hidden, address: '17 Sycamore Lane' });
    await openAs(page, product, employee);
    await expect.poll(() => encryptedNames(page)).toContainEqual(expect.stringContaining('/api/clients'));
    const copy = await decryptRecords(page);
    expect(copy).toContain('17 Sycamore Lane');
    for (const text of Object.values(hidden)) expect(copy, text).not.toContain(text);
  },
);

test(
  "a manager's device keeps no copy of the clients [13.offline.5]",
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { manager, client } = await createTeam(product);
    await openAs(page, product, manager, '/submit');
    await waitForWorker(page);
    await clientField(page).selectOption({ label: `${client.companyName} · Maria Lopez` });
    // Fetched after the clients, and encrypted after them.
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expect.poll(() => encryptedNames(page)).toContainEqual(expect.stringContaining('in-progress'));
    expect(await encryptedNames(page)).not.toContainEqual(expect.stringContaining('/api/clients'));
    const copy = await decryptRecords(page);
    for (const text of [client.companyName, 'Maria Lopez']) expect(copy, text).not.toContain(text);
  },
);

test(
  'the copy has the texts of the last 20 own notes: the 21st removes that of the oldest [13.offline.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, note } = await createTeam(product);
    const texts = async () =>
      (await encryptedNames(page)).flatMap((name) => {
        const id = /GET \/api\/notes\/:id \{"params":\{"id":(\d+)\}\}$/.exec(name)?.[1];
        return id === undefined ? [] : [Number(id)];
      });
    const toSorted = (ids: number[]) => ids.toSorted((a, b) => a - b);
    const created: number[] = [];
    for (let number = 1; number <= 20; number += 1) created.push((await note()).id);
    await openAs(page, product, employee);
    await expect.poll(async () => toSorted(await texts())).toEqual(created);
    const newest = (await note({ title: 'The 21st' })).id;
    await page.reload();
    await expect.poll(async () => toSorted(await texts())).toEqual([...created.slice(1), newest]);
  },
);

/** In the text of the note and in its list; the form is empty, and nothing is unsent. */
async function expectEncrypted(page: Page): Promise<void> {
  await expect.poll(() => readEncrypted(page, 'answer/GET /api/notes/:id')).not.toBe('');
  await expect.poll(async () => (await decryptRecords(page)).split(FIRST).length - 1).toBe(2);
}

test(
  'the texts of a note that was just submitted are encrypted without a reload [13.offline.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { client } = await openPrepared(page, product);
    await fillAndSign(page, client.companyName);
    await submit(page);
    await expectText(page, 'Note submitted successfully!');
    await expectEncrypted(page);
  },
);

test(
  'the texts of a note that was sent in the background are encrypted without a reload [13.offline.5]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await submitOffline(page, product);
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible();
    await expectEncrypted(page);
  },
);
