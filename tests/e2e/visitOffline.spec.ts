/** A visit whose network is cut: the note arrives once, with every stroke and character. */
import type { Page } from '@playwright/test';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import {
  DESKTOP_ONLY,
  expect,
  ON_A_PHONE,
  openAs,
  test,
  type Product,
  type SignedIn,
  LONG_ON_DESKTOP,
} from '#tests/support/helpers/appFixture.ts';
import { field, fillAndSign, fillNote, sign, submit, unlock } from './noteSteps.ts';
import { readStorage, sealedNames, waitForWorker } from './offlineSteps.ts';
import { CODE, createTeam, expectText, press, questionOf } from './steps.ts';

test.use({ serviceWorkers: 'allow' });

const BAR = 'No connection. Notes are kept on this phone and sent by themselves.';
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED/;

interface Note {
  id: number;
  timeUnitsUsed: string;
  status: string;
  content: string;
}

const notesOf = (product: Product, { token }: SignedIn) => product.call<Note[]>(token, 'GET /api/notes/my');

/** Expects one note with everything that was typed and drawn, and one deduction. */
async function expectOneNote(
  product: Product,
  { employee, manager, client }: Awaited<ReturnType<typeof createTeam>>,
): Promise<void> {
  await expect.poll(async () => (await notesOf(product, employee)).length).toBe(1);
  const [row] = await notesOf(product, employee);
  const note = await product.call<Record<string, unknown>>(employee.token, `GET /api/notes/${row?.id}`);
  expect(note).toMatchObject({
    status: 'pending',
    content: 'Cleaned the kitchen together.',
    research: 'Read the care plan again.',
    summary: 'All done as it was planned.',
    timeUnitsUsed: '9.00',
    isClientSigned: true,
    employeeSignature: expect.stringContaining('data:image/png;base64,'),
    clientSignature: expect.stringContaining('data:image/png;base64,'),
  });
  const { usedTimeUnits } = await product.call<{ usedTimeUnits: string }>(
    manager.token,
    `GET /api/clients/${client.id}`,
  );
  expect(usedTimeUnits).toBe('9.00');
}

/** The form as an employee opens it after the phone has stored what it needs. */
async function openPrepared(page: Page, product: Product) {
  allowBrowserError(CUT);
  const team = await createTeam(product);
  await openAs(page, product, team.employee, '/submit');
  await waitForWorker(page);
  await expect.poll(() => sealedNames(page)).toContainEqual(expect.stringContaining('sealing-key'));
  await expect.poll(() => sealedNames(page)).toContainEqual(expect.stringContaining('/api/clients'));
  await expect
    .poll(() => sealedNames(page))
    .toContainEqual(expect.stringContaining('/api/business-services'));
  return team;
}

async function unlockOffline(page: Page): Promise<void> {
  await field(page, 'Client verification code').fill(CODE);
  await field(page, 'Client verification code').press('Enter');
  await expectText(page, 'No connection. The code is checked when the note is sent.');
}

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
