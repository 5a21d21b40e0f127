/** Reads with few rows and with more: as many statements, and no texts that the screen does not show. */

import { beforeAll, describe, expect, test } from 'vitest';
import { createAnnouncement } from '#tests/support/factories/announcements.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { buildRequest, listReads } from '#tests/support/factories/endpointRequests.ts';
import { uploadDocument, uploadResource } from '#tests/support/factories/files.ts';
import { sendMessage } from '#tests/support/factories/messages.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import {
  createSeededBusiness,
  getCaller,
  type SeededBusiness,
} from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { listNumbers } from '#tests/support/helpers/concurrency.ts';
import { captureStatements, isUnrelated } from '#tests/support/helpers/statements.ts';

const MORE = 6;
const LONG_TEXT = 'Went through the budget in the kitchen and paid two bills. '.repeat(15);
/** Characters of a text that a row of a list contains. */
const EXCERPT_LENGTH = 300;
/** Lists whose screens show each text in full, and drafts, whose rows have all fields except the signature. */
const WITH_FULL_TEXTS = ['GET /api/announcements', 'GET /api/drafts', 'GET /api/messages/:id/thread'];

const reads = listReads('kitchen');
type Read = (typeof reads)[number];

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
/** The statements of each read with few rows. */
const statementsBefore = new Map<Read, string[]>();
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
  for (const read of reads) statementsBefore.set(read, await listStatements(read));
  await addRows();
  // The preview is made again once, because clients were added.
  const admin = getCaller(seeded, 'admin').token;
  await api.ok(admin, 'GET /api/imports/:id', { params: { id: seeded.ids.import } });
});

/** Sends the read as a manager or an admin, or as the employee whose rows it returns. */
async function send({ name, access, query }: Read) {
  const { token } = getCaller(seeded, access);
  const answer = await api.send(token, { ...buildRequest(name, seeded.ids), query });
  expect([name, answer.status, answer.error]).toEqual([name, 200, null]);
  return answer;
}

const listStatements = async (read: Read): Promise<string[]> =>
  (await captureStatements(api)(() => send(read)))
    .map(({ text }) => text)
    .filter((text) => !isUnrelated(text))
    .toSorted();

/** Adds rows of every kind, most of them of the same client and the same person. */
async function addRows(): Promise<void> {
  const { business, manager, employee, ids } = seeded;
  const texts = { description: LONG_TEXT, research: LONG_TEXT, summary: LONG_TEXT.slice(0, 500) };
  for (const n of listNumbers(MORE)) {
    await startSession(api, employee);
    const client = await createClient(api, business);
    await createAssignment(api, business, { clientId: client.id, employeeId: employee.id });
    // Admins do not count toward the plan's limit.
    const colleague = await createPerson(api, business, { role: 'admin' });
    await createAssignment(api, business, { clientId: ids.client, employeeId: colleague.id });
    for (const clientId of [ids.client, client.id])
      await createSignedNote(api, employee, { clientId, workDate: `2026-03-0${1 + n}`, ...texts });
    const draft = { draftName: `Draft ${n}`, clientId: ids.client, ...texts };
    await api.ok(employee.token, 'POST /api/drafts', { body: draft });
    await uploadDocument(api, manager.token, { clientId: ids.client });
    await uploadResource(api, manager.token);
    await createAnnouncement(api, manager.token, { content: LONG_TEXT });
    for (const reply of [{}, { parentMessageId: ids.message }]) {
      await sendMessage(api, { from: manager, to: employee }, { content: LONG_TEXT, ...reply });
      await sendMessage(api, { from: employee, to: manager }, { content: LONG_TEXT, ...reply });
    }
    const service = { params: { id: ids.client }, body: { serviceName: `Care ${n}` } };
    await api.ok(manager.token, 'POST /api/clients/:id/services', service);
  }
}

describe('with more rows', () => {
  test.each(reads)('$name $query sends the same statements', async (read) => {
    expect(await listStatements(read)).toEqual(statementsBefore.get(read));
  });
});

/** All texts in a value, at any depth. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

test('no row of a list contains a signature, or a longer text than its screen shows', async () => {
  const lists = new Map<string, string[]>();
  for (const read of reads) {
    const { body } = await send(read);
    if (Array.isArray(body) && body.length > 1) lists.set(read.name, listTexts(body));
  }
  expect(lists.size).toBeGreaterThan(20);
  const withLongTexts: string[] = [];
  for (const [name, texts] of lists) {
    expect(texts.filter((text) => text.startsWith('data:image'))).toEqual([]);
    if (texts.some((text) => text.length > EXCERPT_LENGTH)) withLongTexts.push(name);
  }
  expect(withLongTexts.toSorted()).toEqual(WITH_FULL_TEXTS);
});
