/** Steps of a visit whose network is cut. */

import type { BrowserContext, Page, Route } from '@playwright/test';
import { CODE, createTeam, expectText } from '#tests/e2e/steps.ts';
import { expect, openAs, type Product, type SignedIn } from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { waitForVisitRecords } from './offlineSteps.ts';
import { field, fillAndSign, fillNote, readOnlyNote, sign, submit } from './steps.ts';

export const BAR = 'No connection. Notes are kept on this device and sent by themselves.';
/** The description of the first and of the second note that a test keeps. */
export const FIRST = 'Cleaned the kitchen together.';
export const SECOND = 'Cooked lunch together.';
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED/;

type Team = Awaited<ReturnType<typeof createTeam>>;

interface Note {
  id: number;
  timeUnitsUsed: string;
  status: string;
  content: string;
}

export const notesOf = (product: Product, { token }: SignedIn) =>
  product.call<Note[]>(token, 'GET /api/notes/my');

/** Expects one note with everything that was typed and drawn, and one deduction. */
export async function expectOneNote(product: Product, { employee, manager, client }: Team): Promise<void> {
  expect(await readOnlyNote(product, employee)).toMatchObject({
    status: 'pending',
    content: FIRST,
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
export async function openPrepared(page: Page, product: Product) {
  allowBrowserError(CUT);
  const team = await createTeam(product);
  await openAs(page, product, team.employee, '/submit');
  await waitForVisitRecords(page);
  return team;
}

/** Keeps a signed note without a network. */
export async function submitOffline(page: Page, product: Product): Promise<Team> {
  const team = await openPrepared(page, product);
  await fillAndSign(page, team.client.companyName);
  await page.context().setOffline(true);
  await submit(page);
  await expectText(page, 'Saved on this device');
  return team;
}

/** Keeps a signed note without a network; My Notes is open. */
export async function keepNote(page: Page, product: Product) {
  const team = await submitOffline(page, product);
  await page.getByRole('link', { name: 'My Notes' }).first().click();
  return { team, waiting: page.getByRole('region', { name: 'Not sent yet' }) };
}

/** Submits the second note, of a visit before the first one. */
export async function submitSecond(
  page: Page,
  { client }: Team,
  unlockPad: (page: Page) => Promise<void>,
): Promise<void> {
  await fillNote(page, client.companyName);
  await page.getByLabel('Start time').fill('08:00');
  await page.getByLabel('End time').fill('09:00');
  await field(page, 'Description').fill(SECOND);
  await sign(page, 'Employee');
  await unlockPad(page);
  await sign(page, 'Client');
  await submit(page);
}

/** Keeps another note, of a visit an hour after the one before; My Notes is open. */
export async function keepAnother(page: Page, team: Team): Promise<void> {
  await page.getByRole('link', { name: 'Submit Note' }).first().click();
  await submitSecond(page, team, unlockOffline);
  await page.getByRole('link', { name: 'My Notes' }).first().click();
  await expectText(page, `${BAR} 2 notes are not sent yet.`);
}

/** Collects the descriptions of the notes that any tab sends from now on, and answers each request. */
export async function collectSent(
  context: BrowserContext,
  answer: (route: Route, attempt: number) => Promise<void>,
): Promise<string[]> {
  const sent: string[] = [];
  await context.route('**/api/notes', async (route) => {
    const { description } = route.request().postDataJSON() as { description: string };
    await answer(route, sent.push(description));
  });
  return sent;
}

/** As when a window gets the focus. */
export const focus = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

export async function unlockOffline(page: Page): Promise<void> {
  await field(page, 'Client verification code').fill(CODE);
  await field(page, 'Client verification code').press('Enter');
  await expectText(page, 'No connection. The code is checked when the note is sent.');
}

/** Sets the clock of the phone off by this much from the next page on, also after a reload; offsets add up. */
export const setClockOff = (page: Page, ms: number) =>
  page.addInitScript((offMs) => {
    const RealDate = Date;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, values: [], newTarget) =>
        Reflect.construct(target, values.length === 0 ? [RealDate.now() + offMs] : values, newTarget) as Date,
      get: (target, name) =>
        name === 'now' ? () => RealDate.now() + offMs : (Reflect.get(target, name) as unknown),
    });
    const { timeOrigin } = performance;
    const timing = { get: () => timeOrigin + offMs, configurable: true };
    Object.defineProperty(performance, 'timeOrigin', timing);
  }, ms);
