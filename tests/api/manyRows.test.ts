/** What a read costs and shows when there is more of everything: each is made with few rows and then with more. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createAnnouncement } from '#tests/support/factories/announcements.ts';
import { buildAddress, useApi } from '#tests/support/helpers/api.ts';
import { listNumbers } from '#tests/support/helpers/concurrency.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { uploadDocument, uploadResource } from '#tests/support/factories/files.ts';
import { createSeededBusiness, getRowKind } from '#tests/support/factories/twoBusinesses.ts';
import type { SeededBusiness } from '#tests/support/factories/twoBusinesses.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { listReads } from '#tests/support/factories/writeRequests.ts';
import { captureStatements } from '#tests/support/helpers/statements.ts';

const MORE = 6;
/** A text as people write it who write a lot. */
const LONG = 'Went through the budget in the kitchen and paid two bills. '.repeat(15);
/** As long as a row of a list shows of it. */
const EXCERPT = 300;

/** Lists whose screens show each text whole. */
const WHOLE = ['GET /api/announcements', 'GET /api/messages/:id/thread'];

const reads = listReads('kitchen');
type Read = (typeof reads)[number];

const api = useApi({ RATE_LIMITS: 'off' });
let here: SeededBusiness;
let listen: ReturnType<typeof captureStatements>;
/** The statements of each read with few rows. */
const few = new Map<string, string[]>();
beforeAll(async () => {
  here = await createSeededBusiness(api);
  listen = captureStatements(api);
  for (const read of reads) few.set(nameOf(read), await listStatements(read));
  await addRows();
});

const nameOf = ({ name, query }: Read) => `${name} ${JSON.stringify(query)}`;

/** Made by the manager, or else by the employee, whose own things it is about. */
async function asked({ name, access, query }: Read) {
  const id = name.includes('/:') ? here.ids[getRowKind(name)] : 0;
  const { token } = access === 'manager' ? here.manager : here.employee;
  const answer = await api.send(token, {
    ...buildAddress(name, { id, clientId: id, employeeId: id }),
    query,
  });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.error)}`);
  return answer;
}

/** Statements of other work: a session is used, a change is notified, mails are sent. */
const BESIDE = /^update "sessions"|pg_notify|"outgoing_mails"/;

/** The statements of a read. */
async function listStatements(read: Read): Promise<string[]> {
  const captured = await listen(() => asked(read));
  return captured
    .map(({ text }) => text)
    .filter((text) => !BESIDE.test(text))
    .toSorted();
}

/** More of everything, most of it of the same client and the same person. */
async function addRows(): Promise<void> {
  const { business, manager, employee, ids } = here;
  for (const n of listNumbers(MORE)) {
    await startSession(api, employee);
    const client = await createClient(api, business);
    await createAssignment(api, business, { clientId: client.id, employeeId: employee.id });
    // Admins take no place of the plan.
    const colleague = await createPerson(api, business, { role: 'admin' });
    await createAssignment(api, business, { clientId: ids.client, employeeId: colleague.id });
    const texts = { description: LONG, research: LONG, summary: LONG.slice(0, 500) };
    for (const clientId of [ids.client, client.id])
      await createSignedNote(api, employee, { clientId, workDate: `2026-03-0${1 + n}`, ...texts });
    await api.ok(employee.token, 'POST /api/drafts', {
      body: { draftName: `Draft ${n}`, clientId: ids.client, ...texts },
    });
    await uploadDocument(api, manager.token, { clientId: ids.client });
    await uploadResource(api, manager.token);
    await createAnnouncement(api, manager.token, { content: LONG });
    for (const [from, to] of [
      [manager, employee],
      [employee, manager],
    ] as const) {
      const letter = { recipientId: to.id, subject: 'Visits', content: LONG };
      for (const about of [{}, { parentMessageId: ids.message }])
        await api.ok(from.token, 'POST /api/messages', { body: { ...letter, ...about } });
    }
    const service = { params: { id: ids.client }, body: { serviceName: `Care ${n}` } };
    await api.ok(manager.token, 'POST /api/clients/:id/services', service);
  }
}

describe('with more rows', () => {
  test.each(reads)('$name $query takes no more statements', async (read) => {
    expect(await listStatements(read)).toEqual(few.get(nameOf(read)));
  });
});

/** The texts in what was answered, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Of lists, the only ones that grow. */
const isList = (body: unknown): body is unknown[] => Array.isArray(body) && body.length > 1;

test('no row of a list has a signature, or a text that is longer than its screen shows', async () => {
  const long: string[] = [];
  const lists: string[] = [];
  for (const read of reads) {
    const { body } = await asked(read);
    if (!isList(body)) continue;
    lists.push(read.name);
    const texts = textsIn(body);
    expect(texts.filter((text) => text.startsWith('data:image'))).toEqual([]);
    if (texts.some((text) => text.length > EXCERPT)) long.push(read.name);
  }
  expect(lists.length).toBeGreaterThan(20);
  expect(new Set(long)).toEqual(new Set(WHOLE));
});
