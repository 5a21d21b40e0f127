/** Notes on this device as the release before stored them: a form in several parts, and kept notes by their time. */

import type { Page } from '@playwright/test';
import { constants, publicEncrypt } from 'node:crypto';
import { CODE, createTeam, expectText, press } from '#tests/e2e/steps.ts';
import { drawSignature } from '#tests/support/factories/notes.ts';
import {
  expect,
  LONG_ON_DESKTOP,
  openAs,
  test,
  type Product,
  type SignedIn,
} from '#tests/support/helpers/appFixture.ts';
import { allowBrowserError } from '#tests/support/helpers/browserErrors.ts';
import { decryptRecords, keptNames, waitForVisitRecords, writeRecord } from './offlineSteps.ts';
import { field, readOnlyNote, signature, submit } from './steps.ts';
import { notesOf } from './visitSteps.ts';

test.use({ serviceWorkers: 'allow' });

const CAPTURE_ID = '1f9f5337-e91d-4c75-84a8-e2995094c7e0';
const KEY = 'a7cdb02b-0d08-47a7-b745-d99e60897e88';
const TOKEN = 'BvNAhBMgSXltAwA33SWF0hxr_cwiTVj4YKvDR7a1hcw';
const BEGUN_AT = '2026-03-02T20:05:10.567Z';
const EMPLOYEE_SIGNED_AT = '2026-03-02T20:05:11.221Z';
const CLIENT_SIGNED_AT = '2026-03-02T20:05:11.803Z';
const SUBMITTED_AT = '2026-03-02T20:05:12.024Z';
const work = { workDate: '2026-03-02', startTime: '22:00', endTime: '00:15' };
const texts = {
  description: 'Cleaned the kitchen together.',
  research: 'Read the care plan again.',
  summary: 'All done as it was planned.',
};

/** Seals the code of a client as the device does. */
async function sealCode(product: Product, captureId: string, clientId: number): Promise<string> {
  const { sealingKey } = await product.call<{ sealingKey: string }>(null, 'GET /api/config');
  const key = `-----BEGIN PUBLIC KEY-----\n${sealingKey}\n-----END PUBLIC KEY-----`;
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const content = Buffer.from(JSON.stringify({ captureId, clientId, code: CODE }));
  return publicEncrypt({ key, padding, oaepHash: 'sha256' }, content).toString('base64');
}

/** A signed note as the release before stored it in the form and, once it was unsent, in a record of its own. */
async function buildEarlierNote(product: Product, clientId: number, captureId = CAPTURE_ID) {
  const sealedCode = { clientId: String(clientId), text: await sealCode(product, captureId, clientId) };
  const [employeeSignature, clientSignature] = [drawSignature(), drawSignature()];
  const visit = { ...work, startOccurrence: null, endOccurrence: null, timeZone: 'America/Chicago' };
  const values = {
    clientId: String(clientId),
    category: 'sustaining',
    rounding: 'up',
    timeZone: 'America/Chicago',
    ...work,
    startOccurrence: '',
    endOccurrence: '',
    signed: { visit: JSON.stringify([visit, 'up']), minutes: 135, units: 9 },
    clock: null,
    ...texts,
    title: '',
    priority: 'medium',
    employeeSignature,
    signer: { kind: 'client', name: '', relation: '', reason: '', typed: '' },
    dispute: null,
    language: '',
    draftId: '',
  };
  const form = {
    values,
    session: { sealedCode, clientSignature, sheetInk: '' },
    capture: {
      captureId,
      begun: { at: BEGUN_AT, counter: 2298, page: 1_795_979_108_269 },
      employeeSigned: { at: EMPLOYEE_SIGNED_AT, counter: 2952.800_000_004_470_3, page: 1_795_979_108_269 },
      clientSigned: { at: CLIENT_SIGNED_AT, counter: 3534.700_000_002_980_2, page: 1_795_979_108_269 },
    },
    attempt: { key: KEY, receiptToken: TOKEN },
  };
  const body = {
    ...visit,
    ...texts,
    employeeSignature,
    clientSignature,
    rounding: 'up',
    title: null,
    tags: [],
    draftId: null,
    clientId,
    category: 'sustaining',
    priority: 'medium',
    clock: null,
    signer: { kind: 'client', name: null, relation: null, reason: null, typed: null },
    captureId,
    capture: {
      offline: true,
      deviceNow: SUBMITTED_AT,
      begunAt: BEGUN_AT,
      employeeSignedAt: EMPLOYEE_SIGNED_AT,
      clientSignedAt: CLIENT_SIGNED_AT,
      submittedAt: SUBMITTED_AT,
      elapsedMs: { begun: 0, employeeSigned: 655, clientSigned: 1237, submitted: 1458 },
    },
    receiptToken: TOKEN,
    signedMinutes: 135,
    signedUnits: 9,
    sealedCode: sealedCode.text,
  };
  const unsent = {
    body,
    values: { ...values, clientSignatureCode: '', ...form.session },
    attempt: KEY,
    refusal: null as object | null,
  };
  return { form, unsent };
}

type EarlierNote = Awaited<ReturnType<typeof buildEarlierNote>>;

/** Stores a form as one encrypted record with its parts. */
async function storeEncrypted(page: Page, { user }: SignedIn, { form }: EarlierNote): Promise<void> {
  const key = `${user.id}/note`;
  const parts = {
    [`local ${key}`]: form.values,
    [`session ${key}`]: form.session,
    [`local ${key}:capture`]: form.capture,
    [`local ${key}:attempt`]: form.attempt,
  };
  await writeRecord(page, user.id, { name: `form/${key}`, value: parts });
}

/** Stores a form in the storage of a browser that cannot encrypt it. */
async function storeInPlainText(page: Page, { user }: SignedIn, { form }: EarlierNote): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The storage is blocked.', 'SecurityError');
    };
  });
  await page.evaluate(
    ({ key, values, session, capture, attempt }) => {
      localStorage.setItem(key, JSON.stringify(values));
      sessionStorage.setItem(key, JSON.stringify(session));
      localStorage.setItem(`${key}:capture`, JSON.stringify(capture));
      localStorage.setItem(`${key}:attempt`, JSON.stringify(attempt));
    },
    { key: `form:${user.id}/note`, ...form },
  );
}

/** Leaves the app for a page of its origin, after it has stored what a visit needs. */
async function leavePrepared(page: Page, product: Product) {
  allowBrowserError(/The storage is blocked|ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const team = await createTeam(product);
  await openAs(page, product, team.employee, '/submit');
  await waitForVisitRecords(page);
  await page.goto(`${product.url}/healthz`);
  return team;
}

const nextNote = (page: Page) =>
  page
    .context()
    .waitForEvent('request', (one) => one.method() === 'POST' && one.url().endsWith('/api/notes'));

for (const [how, store] of [
  ['encrypted', storeEncrypted],
  ['in plain text', storeInPlainText],
] as const) {
  test(
    `a form that the release before stored ${how} opens as it was signed and is sent with its key, once [13.offline.124]`,
    LONG_ON_DESKTOP,
    async ({ page, product }) => {
      const { employee, client } = await leavePrepared(page, product);
      await store(page, employee, await buildEarlierNote(product, client.id));
      await page.goto(`${product.url}/submit`);
      await expect(field(page, 'Summary')).toHaveValue(texts.summary);
      await expectText(
        page,
        "The client's code is entered and encrypted. It will be checked when the note is sent.",
      );
      for (const signer of ['Employee', 'Client'])
        await expect(signature(page, signer).getByRole('status')).toHaveText('Signed');
      // From the parts, one record was made.
      const stored =
        how === 'encrypted'
          ? () => decryptRecords(page)
          : () => page.evaluate(() => JSON.stringify(localStorage));
      await expect.poll(stored).toContain('submissionKey');
      for (const part of [':capture', ':attempt']) expect(await stored()).not.toContain(part);
      const request = nextNote(page);
      await submit(page);
      const sent = await request;
      expect(sent.headers()['idempotency-key']).toBe(KEY);
      expect(sent.postDataJSON()).toMatchObject({
        captureId: CAPTURE_ID,
        receiptToken: TOKEN,
        capture: {
          begunAt: BEGUN_AT,
          employeeSignedAt: EMPLOYEE_SIGNED_AT,
          clientSignedAt: CLIENT_SIGNED_AT,
        },
      });
      await expectText(page, 'Note submitted successfully!');
      expect(await readOnlyNote(product, employee)).toMatchObject({
        timeUnitsUsed: '9.00',
        isClientSigned: true,
      });
      await page.reload();
      await expect(field(page, 'Summary')).toHaveValue('');
    },
  );
}

test(
  'kept notes of the release before are sent in their order; refused and opened ones stay until their author decides [13.offline.124]',
  LONG_ON_DESKTOP,
  async ({ page, product }) => {
    const { employee, client } = await leavePrepared(page, product);
    const ids = ['c', 'b', 'a', 'd'].map((letter) => CAPTURE_ID.replace('1f', `${letter}${letter}`));
    const [first = '', second = '', refused = '', opened = ''] = ids;
    const refusal = {
      code: 'client_inactive',
      message: 'This client is inactive. Ask a manager.',
      issues: [],
    };
    for (const [index, id] of ids.entries()) {
      const { form, unsent } = await buildEarlierNote(product, client.id, id);
      const hour = { workDate: `2026-03-0${index + 2}` };
      const value = {
        ...unsent,
        body: { ...unsent.body, ...hour, receiptToken: TOKEN.replace('B', 'CDEF'[index] ?? '') },
        values: { ...unsent.values, ...hour },
        attempt: `${KEY}-${index}`,
        refusal: id === refused ? refusal : null,
        ...(id === opened && { isOpen: true }),
      };
      const name = `unsent/2026-03-0${index + 2}T20:05:12.071Z ${id}`;
      await writeRecord(page, employee.user.id, { name, value });
      if (id !== opened) continue;
      const attempt = {
        key: `${KEY}-${index}`,
        receiptToken: value.body.receiptToken,
        receiptSeenBy: client.id,
        refusal: null,
        isResumed: true as const,
      };
      const changed = { ...form.values, ...hour, summary: 'The windows as well.' };
      await storeEncrypted(page, employee, { form: { ...form, values: changed, attempt }, unsent });
    }
    const sent: { key: string | undefined; captureId: string }[] = [];
    page.on('request', (one) => {
      if (one.method() !== 'POST' || !one.url().endsWith('/api/notes')) return;
      const { captureId } = one.postDataJSON() as { captureId: string };
      sent.push({ key: one.headers()['idempotency-key'], captureId });
    });
    await page.goto(`${product.url}/my-notes`);
    const waiting = page.getByRole('region', { name: 'Not sent yet' });
    await expectText(waiting, refusal.message, 'Being edited, not sent yet');
    await expect.poll(async () => (await notesOf(product, employee)).length).toBe(2);
    expect(sent).toEqual([
      { key: `${KEY}-0`, captureId: first },
      { key: `${KEY}-1`, captureId: second },
    ]);
    await expect
      .poll(() => keptNames(page))
      .toEqual([refused, opened].map((id) => `${employee.user.id},unsent/${id}`));

    await press(waiting, 'Try again');
    await expect.poll(async () => (await notesOf(product, employee)).length).toBe(3);
    expect(sent.at(-1)).toEqual({ key: `${KEY}-2`, captureId: refused });
    await press(waiting, 'Continue editing');
    await expect(field(page, 'Summary')).toHaveValue('The windows as well.');
    await page.getByRole('link', { name: 'My Notes' }).first().click();
    await press(waiting, 'Send without changes');
    await expect.poll(() => keptNames(page)).toEqual([]);
    expect(sent.at(-1)).toEqual({ key: `${KEY}-3`, captureId: opened });
    expect((await notesOf(product, employee)).length).toBe(4);
  },
);
