/** A visit whose network is cut: the note arrives once, with every stroke and character. */

import type { Route } from '@playwright/test';
import { recordLayoutShifts } from '#tests/e2e/layoutShifts.ts';
import { CODE, expectText, press } from '#tests/e2e/steps.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  LONG_RUN,
  ON_A_PHONE,
  openAs,
  test,
} from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { keptNames, readStorage, waitForEncryptedForm } from './offlineSteps.ts';
import { field, fillAndSign, fillNote, readOnlyNote, sign, submit, unlock } from './steps.ts';
import { BAR, expectOneNote, FIRST, focus, notesOf, openPrepared, unlockOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'what the client reports without a network is stored and sent without code and signature [13.sheet.122]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await openPrepared(page, product);
    await page.context().setOffline(true);
    await page.goto(`${product.url}/submit`);
    await fillNote(page, client.companyName);
    await sign(page, 'Employee');
    await press(page, 'Show to the client');
    const clientSigning = page.getByRole('dialog');
    await press(clientSigning, 'Español');
    await press(clientSigning, 'Algo no está bien');
    await clientSigning.getByLabel('La persona que me atiende no vino').check();
    await press(clientSigning, 'Guardar');
    await submit(page);
    await expectText(page, 'Saved on this device');
    await page.context().setOffline(false);
    expect(await readOnlyNote(product, employee)).toMatchObject({
      status: 'pending',
      disputed: true,
      isClientSigned: false,
      capture: { offline: true, clientSignedAt: null },
      disputes: [{ reason: 'not_here' }],
    });
  },
);

const STEPS = ['before opening', 'while typing', 'before the code', 'between signatures', 'before submit'];

for (const cut of STEPS) {
  test(
    `a network that is cut ${cut} loses nothing: the note arrives once when it returns [13.offline.9]`,
    cut === 'before opening' ? ON_A_PHONE : LONG_RUN,
    async ({ page, product }) => {
      const team = await openPrepared(page, product);
      const context = page.context();
      const cutAt = async (step: string) => {
        if (step === cut) await context.setOffline(true);
      };
      await cutAt('before opening');
      if (cut === 'before opening') {
        await page.goto(`${product.url}/submit`);
        await expect(page.getByText(BAR).first()).toBeVisible();
      }
      await cutAt('while typing');
      await fillNote(page, team.client.companyName);
      if (cut === 'while typing') {
        await waitForEncryptedForm(page);
        await page.reload();
      }
      await cutAt('before the code');
      const isCut = ['before opening', 'while typing', 'before the code'].includes(cut);
      await sign(page, 'Employee');
      await (isCut ? unlockOffline(page) : unlock(page));
      await cutAt('between signatures');
      await sign(page, 'Client');
      await cutAt('before submit');
      await submit(page);
      await expectText(page, 'Saved on this device');
      await expect(page.getByText(`${BAR} 1 note is not sent yet.`)).toBeVisible();
      const receipt = page.getByRole('region', { name: 'Receipt' });
      await expect(receipt.getByRole('img', { name: "QR code of the client's receipt" })).toBeVisible();
      const [url = ''] = /http\S+/.exec(await receipt.innerText()) ?? [];
      await press(page, 'New note');
      await expect(receipt).toBeHidden();
      await expect(field(page, 'Description')).toHaveValue('');
      const stored = await readStorage(page);
      for (const text of [CODE, 'Cleaned the kitchen']) expect(stored).not.toContain(text);
      expect(await notesOf(product, team.employee)).toEqual([]);
      const token = url.slice(`${product.url}/r/`.length);
      const readReceiptStatus = async () => (await fetch(`${product.url}/api/receipts/${token}`)).status;
      expect(await readReceiptStatus()).toBe(404);
      await context.setOffline(false);
      await expectText(page, '1 note sent');
      await expectOneNote(product, team);
      await expect(page.getByText('1 note is not sent yet.')).toBeHidden();
      expect(await readReceiptStatus()).toBe(200);
      expect(await keptNames(page)).toEqual([]);
    },
  );
}

test(
  'shows that there is no connection when a request fails, until the next answer [13.offline.38]',
  LONG_RUN,
  async ({ page, product }) => {
    await openPrepared(page, product);
    await page.goto(`${product.url}/`);
    await expect(page.getByRole('link', { name: 'My Notes' }).first()).toBeVisible();
    const bar = page.getByText(BAR);
    await expect(bar).toBeHidden();
    // As on a network that the browser takes for a connection.
    await page.context().route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await expect(bar).toBeVisible();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await page.context().unroute('**/api/**');
    await page.getByRole('link', { name: 'Mail' }).first().click();
    await expect(bar).toBeHidden();
  },
);

test(
  'the bar promises to keep notes only where the browser can encrypt them [13.offline.48]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/ERR_FAILED/);
    await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
    await openAs(page, product, await product.person(), '/');
    await expect(page.getByRole('button', { name: 'Start visit' })).toBeVisible();
    await page.context().route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Mail' }).first().click();
    await expect(page.getByText('No connection.', { exact: true })).toBeVisible();
    await expect(page.getByText('Notes are kept on this device')).toBeHidden();
  },
);

test(
  'a network that stops answering keeps the note, shows that there is no connection, and stores it once [13.offline.40]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    const message = page.getByText('Saved on this device').first();
    // The server stores the note, and its answer does not arrive.
    const held: Route[] = [];
    await page.context().route('**/api/**', async (route) => {
      held.push(route);
      if (route.request().method() === 'POST') await route.fetch();
    });
    await submit(page);
    await expect(message).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(`${BAR} 1 note is not sent yet.`)).toBeVisible();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await page.getByRole('link', { name: 'Mail' }).first().click();
    await expect(page.getByText("Couldn't reach the server.").first()).toBeVisible({ timeout: 40_000 });
    await page.context().unroute('**/api/**');
    await focus(page);
    await expect(page.getByText('1 note is not sent yet.')).toBeHidden();
    await expectOneNote(product, team);
    expect(await keptNames(page)).toEqual([]);
  },
);

test(
  'starts without a network with the bar in the first paint, so that nothing moves [13.offline.39]',
  LONG_RUN,
  async ({ page, product }) => {
    await openPrepared(page, product);
    await page.context().setOffline(true);
    const readShifts = await recordLayoutShifts(page);
    await page.goto(`${product.url}/`);
    await expect(page.getByText(BAR)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Submit Note' }).first()).toBeVisible();
    await page.waitForLoadState('load');
    expect(await readShifts()).toEqual([]);
  },
);

test(
  'an answer that is lost makes one note, also with a second tab [13.offline.10]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const team = await openPrepared(page, product);
    const second = await page.context().newPage();
    await second.goto(`${product.url}/my-notes`);
    await page.bringToFront();
    await fillAndSign(page, team.client.companyName);
    await page.context().route(
      '**/api/notes',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await submit(page);
    await expect(page.getByRole('heading', { name: /^(Saved on this device|Sent)$/ })).toBeVisible();
    await second.evaluate(() => dispatchEvent(new Event('online')));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectOneNote(product, team);
    await expect.poll(() => keptNames(page)).toEqual([]);
    await expectOneNote(product, team);
  },
);

test(
  'a note whose transaction is aborted after the request succeeded is not kept, and stays in the form [13.offline.57]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    await page.addInitScript(() => {
      IDBTransaction.prototype.commit = () => undefined;
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
        const request = put.call(this, value, key);
        if (JSON.stringify(key).includes('unsent/'))
          request.addEventListener('success', () => this.transaction.abort());
        return request;
      };
    });
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    await page.context().setOffline(true);
    await submit(page);
    await expectText(page, 'Note not sent');
    await expect(field(page, 'Description')).toHaveValue(FIRST);
    expect(await keptNames(page)).toEqual([]);
    await page.context().setOffline(false);
    await submit(page);
    await expectOneNote(product, team);
  },
);
