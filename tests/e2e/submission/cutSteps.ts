/** A visit that is written, signed and sent while something breaks at a random moment. */

import type { BrowserContext, Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import { CODE, press, questionOf } from '#tests/e2e/steps.ts';
import type { CuttingNetwork } from '#tests/support/fakes/cuttingNetwork.ts';
import { expect, openAs, type Product, type SignedIn } from '#tests/support/helpers/appFixture.ts';
import { keptNames, waitForEncryptedForm } from './offlineSteps.ts';
import { clientField, field, sign, signature, submit } from './steps.ts';

const SENDING = 'while sending';
const MOMENTS = ['while typing', 'before the code', 'between signatures', 'before submit'];
const AT_ANY_MOMENT = ['no network', 'no network and killed tab', 'killed tab', 'killed server', 'two tabs'];
const WHILE_SENDING = ['lost request', 'lost answer', 'cut request', 'cut answer'];
export const CUT_KINDS = [...AT_ANY_MOMENT, ...WHILE_SENDING];
/** A note is stored and answered within this time, mostly. */
const SENDING_MS = 60;

export interface Cut {
  kind: string;
  moment: string;
  /** From 0 to below 1: how far the sending has come. */
  part: number;
}

export function chooseCut(random: () => number): Cut {
  const choose = <Value>(values: Value[]) => values[Math.floor(random() * values.length)] as Value;
  const kind = choose(CUT_KINDS);
  const isSending = WHILE_SENDING.includes(kind) || random() < 0.5;
  const moment = isSending ? SENDING : choose(MOMENTS);
  return { kind, moment, part: random() };
}

/** Texts that are typed in one visit, and waves drawn in its signatures. */
export interface Visit {
  clientName: string;
  workDate: string;
  texts: { Description: string; Research: string; Summary: string };
  waves: number;
}

export interface Ink {
  employeeSignature: string;
  clientSignature: string;
}

/** How a note reached the server. */
type Outcome =
  | 'at once'
  | 'sent before the tab was killed'
  | 'kept, then sent by itself'
  | 'submitted again'
  | 'submitted again, was stored before';

/** One phone and one server, with what connects them. */
export interface Phone {
  context: BrowserContext;
  /** The product through the network that breaks. */
  product: Product;
  employee: SignedIn;
  network: CuttingNetwork;
  /** Kills the server and starts it again; resolves when it is back. */
  killAndStart(): Promise<void>;
  /** While the server is away. */
  away: Promise<void> | null;
  /** The tab in use. */
  page: Page;
  second: Page | null;
}

/** Ends the process of a tab, as a phone without memory does; nothing runs in the page at its end. */
export async function crashTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const devTools = await page.context().newCDPSession(page);
  // Never answered.
  void devTools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/** Ends the tab in use, and opens the form in a new one. */
async function killTab(phone: Phone): Promise<void> {
  await crashTab(phone.page);
  phone.page = await phone.context.newPage();
  await openAs(phone.page, phone.product, phone.employee, '/submit');
}

/** Collects the drawings of all notes that pages begin to send, also without a network. */
export function collectInks(context: BrowserContext): Ink[] {
  const inks: Ink[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/notes')) return;
    const { employeeSignature, clientSignature } = request.postDataJSON() as Ink;
    inks.push({ employeeSignature, clientSignature });
  });
  return inks;
}

const isSigned = async (page: Page, signer: string) =>
  (await signature(page, signer).getByRole('status').allInnerTexts()).includes('Signed');

async function fillTexts(page: Page, { clientName, workDate, texts }: Visit): Promise<void> {
  await clientField(page).selectOption({ label: `${clientName} · Maria Lopez` });
  await page.getByRole('combobox', { name: 'Services' }).selectOption('sustaining');
  await page.getByLabel('Work date').fill(workDate);
  await page.getByLabel('Start time').fill('22:00');
  await page.getByLabel('End time').fill('00:15');
  for (const [name, text] of Object.entries(texts)) await field(page, name).fill(text);
}

/** Enters the code, unless it was sealed before; without a network the pad opens as well. */
async function enterCode(page: Page): Promise<void> {
  const code = field(page, 'Client verification code');
  const sealed = page.getByText("The client's code is entered and encrypted.");
  await expect(code.or(sealed)).toBeVisible();
  if (await sealed.isVisible()) return;
  await code.fill(CODE);
  await code.press('Enter');
  await expect(
    page
      .getByText('Client verification successful. Signature pad is now active.', { exact: true })
      .or(page.getByText('No connection. The code is checked when the note is sent.', { exact: true }))
      .first(),
  ).toBeVisible();
}

/** Each part of a visit, and the moment after it. A part that the form has already is left as it is. */
const PARTS: [moment: string, enter: (page: Page, visit: Visit) => Promise<void>][] = [
  [
    'while typing',
    async (page, visit) => {
      if ((await field(page, 'Summary').inputValue()) === '') await fillTexts(page, visit);
    },
  ],
  [
    'before the code',
    async (page, { waves }) => {
      if (!(await isSigned(page, 'Employee'))) await sign(page, 'Employee', waves);
    },
  ],
  [
    'between signatures',
    async (page) => {
      if (!(await isSigned(page, 'Client'))) await enterCode(page);
    },
  ],
  [
    'before submit',
    async (page, { waves }) => {
      if (!(await isSigned(page, 'Client'))) await sign(page, 'Client', waves + 5);
    },
  ],
];

/** Writes and signs what the form does not have yet. */
async function write(phone: Phone, visit: Visit, reached: (moment: string) => Promise<void>): Promise<void> {
  for (const [moment, enter] of PARTS) {
    const { page } = phone;
    await enter(page, visit);
    await reached(moment);
    // In a new tab the code and the client's signature are missing.
    if (phone.page !== page) return write(phone, visit, reached);
  }
}

/** Breaks what the cut names, before the note is submitted. */
async function breakBefore(phone: Phone, { kind }: Cut, visit: Visit): Promise<void> {
  if (/^no network|two tabs/.test(kind)) await phone.context.setOffline(true);
  if (kind === 'killed server') phone.away = phone.killAndStart();
  if (kind !== 'killed tab') return;
  await waitForEncryptedForm(phone.page);
  await killTab(phone);
  for (const [name, text] of Object.entries(visit.texts))
    await expect(field(phone.page, name)).toHaveValue(text);
}

/** Submits the note and breaks what the cut names meanwhile. */
async function submitAndBreak(phone: Phone, { kind, part }: Cut): Promise<void> {
  const { context, network, page } = phone;
  const loseOne = (arrives: boolean) =>
    context.route(
      '**/api/notes',
      async (route) => {
        if (arrives) await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  if (kind === 'lost request') await loseOne(false);
  if (kind === 'lost answer' || kind === 'two tabs') await loseOne(true);
  if (kind === 'cut request') network.cutNext({ side: 'request', part });
  if (kind === 'cut answer') network.cutNext({ side: 'answer', part });
  const arrives = network.nextNote();
  await submit(page);
  if (kind === 'killed server') await arrives;
  if (/^(no network|killed)/.test(kind)) await pause(part * SENDING_MS);
  if (kind === 'killed server') phone.away = phone.killAndStart();
  if (kind === 'killed tab') await killTab(phone);
  if (kind.startsWith('no network')) await context.setOffline(true);
}

/** Gives the network back, and continues in each tab as a user does who returns to it. */
async function restore({ context, page, second, away }: Phone): Promise<void> {
  await context.setOffline(false);
  await away;
  const tabs = second ? [page, second] : [page];
  await Promise.all(tabs.map((tab) => tab.evaluate(() => dispatchEvent(new Event('focus')))));
}

const SENT = 'Note submitted successfully!';
const KEPT = /^(Saved on this device|Sent)$/;
const STORED_BEFORE = "Couldn't be sent";
const FAILED = 'Failed to submit note. Please try again.';

/** The message after a submit. */
async function readMessage(page: Page) {
  const all = [SENT, KEPT, STORED_BEFORE, FAILED];
  const messages = all.map((text) => page.getByText(text, { exact: true }));
  await expect(messages.reduce((either, one) => either.or(one)).first()).toBeVisible();
  for (const [index, message] of messages.entries()) if (await message.first().isVisible()) return all[index];
  throw new Error('The message is gone');
}

/** Waits until no visit waits any more, or the page shows that one was refused. */
async function isRefused({ page }: Phone): Promise<boolean> {
  const refusal = page.getByText("1 note couldn't be sent.");
  const isSettled = async () => (await refusal.isVisible()) || (await keptNames(page)).length === 0;
  await expect.poll(isSettled, { timeout: 30_000 }).toBe(true);
  return refusal.isVisible();
}

/** Submits again what is still in the form, until the note is sent or kept. */
async function submitLeftovers(phone: Phone, visit: Visit): Promise<Outcome | null> {
  await restore(phone);
  await phone.page.goto(`${phone.product.url}/submit`);
  await expect(field(phone.page, 'Summary')).toBeVisible();
  if ((await field(phone.page, 'Summary').inputValue()) === '') return null;
  await write(phone, visit, async () => undefined);
  await submit(phone.page);
  const message = await readMessage(phone.page);
  if (message === FAILED)
    throw new Error(`The second try failed: ${await phone.page.locator('main').innerText()}`);
  if (message === SENT || !(await isRefused(phone))) return 'submitted again';
  // The author finds the note in My Notes and discards the version that was kept.
  await phone.page.goto(`${phone.product.url}/my-notes`);
  await press(phone.page.getByRole('region', { name: 'Not sent yet' }), 'Discard');
  await press(questionOf(phone.page), 'Discard');
  return 'submitted again, was stored before';
}

/** Writes, signs and sends one visit that is cut. Returns once nothing waits in any tab. */
export async function sendVisit(phone: Phone, visit: Visit, cut: Cut): Promise<Outcome> {
  await phone.page.goto(`${phone.product.url}/submit`);
  await expect(field(phone.page, 'Summary')).toHaveValue('');
  if (cut.kind === 'two tabs') phone.second = await openSecondTab(phone);
  // A tab in the background paints once a second, which each stroke waits for.
  await phone.page.bringToFront();
  let isCut = cut.moment === SENDING;
  await write(phone, visit, async (moment) => {
    if (isCut || moment !== cut.moment) return;
    isCut = true;
    await breakBefore(phone, cut, visit);
  });
  const { page } = phone;
  await (cut.moment === SENDING ? submitAndBreak(phone, cut) : submit(page));
  const message = phone.page === page ? await readMessage(page) : null;
  if (cut.kind === 'no network and killed tab') await killTab(phone);
  if (message === KEPT || message === SENT) await restore(phone);
  const again = message === SENT ? null : await submitLeftovers(phone, visit);
  await expectNothingWaits(phone);
  const alone = message === null ? 'sent before the tab was killed' : 'kept, then sent by itself';
  return again ?? (message === SENT ? 'at once' : alone);
}

async function openSecondTab({ context, product, employee }: Phone): Promise<Page> {
  const second = await context.newPage();
  await openAs(second, product, employee, '/my-notes');
  return second;
}

async function expectNothingWaits(phone: Phone): Promise<void> {
  const { page, second } = phone;
  await expect.poll(() => keptNames(page), { timeout: 30_000 }).toEqual([]);
  for (const tab of second ? [page, second] : [page])
    await expect(tab.getByText(/not sent yet/).first()).toBeHidden();
  await second?.close();
  phone.second = null;
}
