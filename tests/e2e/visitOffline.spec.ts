/** A visit whose network is cut: the note arrives once, with every stroke and character. */
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import {
  DESKTOP_ONLY,
  expect,
  ON_A_PHONE,
  openAs,
  test,
  LONG_ON_DESKTOP,
} from '#tests/support/helpers/appFixture.ts';
import { field, fillAndSign, fillNote, sign, submit, unlock } from './noteSteps.ts';
import { readStorage, sealedNames } from './offlineSteps.ts';
import { CODE, expectText, press, questionOf } from './steps.ts';
import { BAR, expectOneNote, notesOf, openPrepared, unlockOffline } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const STEPS = ['before opening', 'while typing', 'before the code', 'between signatures', 'before submit'];

for (const cut of STEPS) {
  test(
    `a network that is cut ${cut} loses nothing: the note arrives once when it returns [13.offline.9]`,
    ON_A_PHONE,
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
        await page.waitForFunction(() =>
          JSON.stringify(localStorage).includes('All done as it was planned.'),
        );
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
      await expectText(page, 'Note kept on this phone');
      await expect(page.getByText(`${BAR} 1 note is not sent yet.`)).toBeVisible();
      await expect(field(page, 'Description')).toHaveValue('');
      const stored = await readStorage(page);
      for (const text of [CODE, 'Cleaned the kitchen']) expect(stored).not.toContain(text);
      expect(await notesOf(product, team.employee)).toEqual([]);
      await context.setOffline(false);
      await expectOneNote(product, team);
      await expect(page.getByText('1 note is not sent yet.')).toBeHidden();
      expect((await sealedNames(page)).filter((name) => name.includes('unsent/'))).toEqual([]);
    },
  );
}

test(
  'an answer that is lost makes one note, also with a second tab [13.offline.10]',
  DESKTOP_ONLY,
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
    await expectText(page, 'Note kept on this phone');
    await second.evaluate(() => dispatchEvent(new Event('online')));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectOneNote(product, team);
    await expect
      .poll(async () => (await sealedNames(page)).filter((name) => name.includes('unsent/')))
      .toEqual([]);
    await expectOneNote(product, team);
  },
);

test(
  'a note that waits can be opened and thrown away, and a logout names how many stay locked [13.offline.11]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    allowBrowserError(/status of 401/);
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    await page.context().setOffline(true);
    await submit(page);
    await expectText(page, 'Note kept on this phone');
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    const waiting = page.getByRole('region', { name: 'Not sent yet' });
    await press(waiting, 'Open');
    await expect(field(page, 'Summary')).toHaveValue('All done as it was planned.');
    await unlockOffline(page);
    await sign(page, 'Client');
    await submit(page);
    await expectText(page, 'Note kept on this phone');

    await press(page, 'Logout');
    await expect(questionOf(page)).toContainText('Log out with 1 note not sent?');
    await press(questionOf(page), 'Log out');
    await expectText(page, 'Logged out successfully');
    await page.waitForURL(`${product.url}/`);
    await expect.poll(async () => (await sealedNames(page)).length).toBe(1);
    const left = await readStorage(page);
    for (const text of [team.client.companyName, 'Cleaned the kitchen']) expect(left).not.toContain(text);
    await page.context().setOffline(false);
    await openAs(page, product, team.employee, '/my-notes');
    await expectOneNote(product, team);
  },
);

test(
  'a note that the server refuses stays, and is sent again as it was signed [13.offline.12]',
  DESKTOP_ONLY,
  async ({ page, product }) => {
    allowBrowserError(/status of 4\d\d/);
    const team = await openPrepared(page, product);
    await fillAndSign(page, team.client.companyName);
    await page.context().setOffline(true);
    await submit(page);
    await expectText(page, 'Note kept on this phone');
    await page.context().route('**/api/notes', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'client_not_assigned', message: 'This client was never assigned to you.' },
      }),
    );
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    const waiting = page.getByRole('region', { name: 'Not sent yet' });
    await expect(waiting).toContainText('Not sent: the server refused it');
    await expect(waiting).toContainText('This client was never assigned to you.');
    await page.context().unroute('**/api/notes');
    await press(waiting, 'Send again');
    await expect(waiting).toBeHidden();
    await expectOneNote(product, team);
  },
);
