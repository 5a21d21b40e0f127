import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { NOTE_CHECKS, type NoteCheckCode } from '#features/notes/checkContract.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCapture } from '#tests/support/factories/captures.ts';
import { setTime } from '#tests/support/factories/checkedNotes.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createService } from '#tests/support/factories/services.ts';
import {
  assignFromStart,
  createAgency,
  isNightShift,
  liesOn,
  planWeeks,
  submitVisits,
  toVisit,
  type Employee,
  type Visit,
} from '#tests/support/factories/workWeeks.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
/** Twelve weeks and fifty of each take a minute. */
const all = process.env['TESTS'] === 'all';
const [EMPLOYEES, WEEKS, PLANTED] = all ? [8, 12, 50] : [8, 3, 5];
const MINUTE_MS = 60_000;

type CleanNote = Visit & { id: number };
let employees: Employee[];
/** The notes of the clean weeks. */
let clean: CleanNote[];

interface StoredCheck {
  noteId: number;
  code: string;
}

const listChecks = () =>
  api.sql<StoredCheck>(
    `select c.note_id as "noteId", c.code from note_checks c
     join notes n on n.business_id = c.business_id and n.id = c.note_id
     where c.business_id = $1 and n.deleted_at is null order by c.note_id, c.code`,
    [business.id],
  );

beforeAll(async () => {
  employees = await createAgency(api, business, EMPLOYEES);
  const planned = planWeeks(employees, WEEKS);
  const ids = await submitVisits(api, planned);
  clean = planned.map((visit, index) => ({ ...visit, id: ids[index] ?? 0 }));
  const body = { name: 'Warned', key: 'warned', authorizationRequired: 'warn' };
  await api.ok(business.admin.token, 'POST /api/business-services', { body });
}, 900_000);

test('clean weeks of eight employees have no checks [12.checks.36]', async () => {
  expect(clean.length).toBeGreaterThanOrEqual(EMPLOYEES * WEEKS * 10);
  expect(await listChecks()).toEqual([]);
});

/** A working day of an employee in the clean weeks. */
interface Slot {
  author: Employee;
  day: string;
  /** The employee's notes of the day, in the order of their work. */
  notes: CleanNote[];
}

/** A new note, beside clean ones that have the check too. */
interface Plant {
  planted: number[];
  involved?: number[];
}

const worksAtNight = ({ id }: Employee) => isNightShift(employees.findIndex((one) => one.id === id));
/** Without work of anyone, in minutes after midnight. */
const FREE: [start: number, end: number] = [765, 825];
const EVENING = 17 * 60 + 10;

const visit = (
  author: Employee,
  client: number,
  work: [day: string, start: number, end: number],
  later?: number,
) => toVisit(author, author.clientIds[client] ?? 0, work, later);

const plant = async (visits: Visit[], fields: Record<string, unknown> = {}): Promise<Plant> => ({
  planted: await submitVisits(api, visits, fields),
});

/** A note of an hour without other work. */
const plantFree = ({ author, day }: Slot, later?: number, fields: Record<string, unknown> = {}) =>
  plant([visit(author, 0, [day, ...FREE], later)], fields);

/** A note that was written without a network and arrives at once. */
const plantOffline = ({ author, day }: Slot, work: [number, number], fields: Record<string, unknown>) => {
  const planned = visit(author, 0, [day, ...work]);
  const capture = buildCapture(planned.at, { offline: true, clientSignedAt: planned.at.toISOString() });
  const elapsedMs = { ...capture.elapsedMs, clientSigned: 605_000 };
  return plant([planned], { ...fields, capture: { ...capture, elapsedMs } });
};

/** How a mistake is planted on a day of the clean weeks. */
const PLANTS: Record<NoteCheckCode, (slot: Slot) => Promise<Plant>> = {
  author_overlap: async ({ author, day, notes: [first] }) => ({
    ...(await plant([
      worksAtNight(author) ? visit(author, 2, [day, 850, 890]) : visit(author, 1, [day, 540, 580]),
    ])),
    involved: [first?.id ?? 0],
  }),
  client_overlap: async ({ author, day, notes }) => {
    const atNight = worksAtNight(author);
    const note = notes.find(({ startTime }) => startTime === (atNight ? '16:00' : '10:00'));
    const colleague = employees[atNight ? 0 : 3] as Employee;
    await assignFromStart(api, business, { clientId: note?.clientId ?? 0, employeeId: colleague.id });
    const work: [number, number] = atNight ? [990, 1020] : [630, 660];
    const visits = [toVisit(colleague, note?.clientId ?? 0, [day, ...work])];
    return { ...(await plant(visits)), involved: [note?.id ?? 0] };
  },
  author_long_day: async ({ author, day }) => {
    const spans: [number, number][] = worksAtNight(author)
      ? [
          [370, 830],
          [EVENING, 1310],
        ]
      : [
          [30, 475],
          [EVENING, 1435],
        ];
    const involved = clean.filter((one) => one.author.id === author.id && liesOn(one, day));
    const visits = spans.map(([start, end], index) => visit(author, index, [day, start, end]));
    return { ...(await plant(visits)), involved: involved.map(({ id }) => id) };
  },
  late_entry: (slot) => plantFree(slot, 48 * 60 + 1),
  signed_early: (slot) => plantFree(slot, -16),
  clock_differs: (slot) => {
    const startedAt = new Date(visit(slot.author, 0, [slot.day, ...FREE]).at.getTime() - 49 * MINUTE_MS);
    const clock = { startedAt, endedAt: new Date(startedAt.getTime() + 45 * MINUTE_MS) };
    return plantFree(slot, undefined, { clock });
  },
  over_units: async ({ author, day }) => {
    const clientId = await createAssigned(author, { totalTimeUnits: 0 });
    return plant([toVisit(author, clientId, [day, ...FREE])]);
  },
  cap_exceeded: async ({ author, day }) => {
    const clientId = await createAssigned(author);
    const limits = { unitsAuthorized: 100, unitsPerWeek: 3, startDate: null, expiryDate: null };
    await createAuthorization(api, business, { clientId, ...limits });
    return plant([toVisit(author, clientId, [day, ...FREE])]);
  },
  no_authorization: (slot) => plantFree(slot, undefined, { category: 'warned' }),
  signature_reused: async (slot) => {
    const id = slot.notes[0]?.id ?? 0;
    const evidence = await api.ok(business.admin.token, 'GET /api/notes/:id/evidence', { params: { id } });
    const { clientSignature } = evidence;
    return { ...(await plantFree(slot, undefined, { clientSignature })), involved: [id] };
  },
  text_repeated: async (slot) => {
    const id = slot.notes[0]?.id ?? 0;
    const { content } = await api.ok(business.admin.token, 'GET /api/notes/:id', { params: { id } });
    return { ...(await plantFree(slot, undefined, { description: content })), involved: [id] };
  },
  batch_entry: async ({ author, day, notes }) => {
    const last = notes.findLast(({ endTime }) => endTime > '12:00' && endTime <= '17:00') as CleanNote;
    const minutesAfter = (minutes: number) => new Date(last.at.getTime() + minutes * MINUTE_MS);
    // Of the evening before, a few minutes after a clean note.
    const visits = [1, 2, 3, 4].map((index) => {
      const start = EVENING + index * 20;
      return { ...visit(author, index % 3, [addDays(day, -1), start, start + 10]), at: minutesAfter(index) };
    });
    const involved = notes.filter(({ at }) => at <= last.at && at > minutesAfter(-6));
    return { ...(await plant(visits)), involved: involved.map(({ id }) => id) };
  },
  not_assigned_then: async ({ author, day }) => {
    const clientId = await createAssigned(author);
    const { at } = visit(author, 0, [day, ...FREE]);
    return plant([{ ...toVisit(author, clientId, [addDays(day, -1), EVENING, EVENING + 60]), at }]);
  },
  client_inactive_then: async ({ author, day }) => {
    const setStatus = async (status: string, on: string) => {
      await setTime(api, visit(author, 0, [on, ...FREE]).at);
      await api.ok(business.admin.token, 'PUT /api/clients/:id', { params: { id }, body: { status } });
    };
    await setTime(api, visit(author, 0, [addDays(day, -2), ...FREE]).at);
    const id = await createAssigned(author);
    await setStatus('inactive', addDays(day, -1));
    await setStatus('active', addDays(day, 1));
    const { at } = visit(author, 0, [addDays(day, 1), 765, 835]);
    return plant([{ ...toVisit(author, id, [day, ...FREE]), at }]);
  },
  device_clock: async (slot) => {
    const { at } = visit(slot.author, 0, [slot.day, ...FREE]);
    // A day fast.
    const capture = buildCapture(new Date(at.getTime() + 24 * 60 * MINUTE_MS));
    return plantFree(slot, undefined, { capture });
  },
  code_wrong_offline: async (slot) => {
    const { at } = visit(slot.author, 0, [slot.day, ...FREE]);
    const capture = buildCapture(at, { offline: true });
    const sealed = { captureId: randomUUID(), sealedCode: 'AAAA', clientSignatureCode: undefined };
    return plantFree(slot, undefined, { capture, ...sealed });
  },
  period_closed: async (slot) => {
    const { author, day } = slot;
    const { at } = visit(author, 0, [day, ...FREE]);
    const later = { ...visit(author, 0, [day, ...FREE]), at: new Date(at.getTime() + 24 * 60 * MINUTE_MS) };
    const capture = buildCapture(later.at, { offline: true, clientSignedAt: later.at.toISOString() });
    await setTime(api, later.at);
    await closePeriod(day);
    try {
      return await plant([later], {
        capture: { ...capture, elapsedMs: { ...capture.elapsedMs, clientSigned: 605_000 } },
      });
    } finally {
      await closePeriod(null);
    }
  },
  service_archived: async (slot) => {
    const { id, key } = await createService(api, business, {});
    await api.ok(business.admin.token, 'DELETE /api/business-services/:id', { params: { id } });
    return plantOffline(slot, FREE, { category: key });
  },
  rounding_changed: async (slot) => {
    const { key } = await createService(api, business, { rounding: 'complete' });
    return plantOffline(slot, [765, 820], { category: key, rounding: 'up' });
  },
  units_changed: (slot) => plantOffline(slot, FREE, { signedMinutes: 120, signedUnits: 8 }),
  unsigned: async (slot) => {
    await api.ok(business.admin.token, 'PUT /api/business', { body: { allowUnsigned: true } });
    const unsigned = { clientSignature: undefined, clientSignatureCode: undefined };
    return plantFree(slot, undefined, { signer: { kind: 'none', reason: 'Asleep' }, ...unsigned });
  },
  own_note: async ({ author, day }) => {
    const manager = (managers[0] ??= await createPerson(api, business, { role: 'manager' }));
    return plant([toVisit(manager, author.clientIds[0] ?? 0, [day, ...FREE])]);
  },
};
const closePeriod = (date: string | null) =>
  api.ok(business.admin.token, 'PUT /api/business/locked-through', {
    body: { date, pendingConfirmed: true, reason: 'Test' },
  });
const managers: Awaited<ReturnType<typeof createPerson>>[] = [];

/** Clients of the running test. */
const added: number[] = [];
// A plan allows 150 active clients.
afterEach(async () => {
  for (const id of added.splice(0)) {
    const body = { status: 'inactive' };
    await api.ok(business.admin.token, 'PUT /api/clients/:id', { params: { id }, body });
  }
});

/** A new client that is assigned now. */
async function createAssigned(author: Employee, fields: Record<string, unknown> = {}): Promise<number> {
  const { id: clientId } = await createClient(api, business, { totalTimeUnits: 1000, ...fields });
  await createAssignment(api, business, { clientId, employeeId: author.id });
  added.push(clientId);
  return clientId;
}

test.each(NOTE_CHECKS)(
  '%s is found each time that it is planted in the clean weeks, and nothing else [12.checks.37]',
  { timeout: 300_000 },
  async (code) => {
    const days = [...new Set(clean.map(({ workDate }) => workDate))].sort();
    const planted: number[] = [];
    const expected: StoredCheck[] = [];
    for (let index = 0; index < PLANTED; index += 1) {
      const day = days[index] ?? '';
      const author = employees[index % employees.length] as Employee;
      const notes = clean
        .filter((one) => one.author.id === author.id && one.workDate === day)
        .toSorted((a, b) => a.startTime.localeCompare(b.startTime));
      await setTime(api, `${day}T12:00:00Z`);
      const created = await PLANTS[code]({ author, day, notes });
      planted.push(...created.planted);
      const ids = [...created.planted, ...(created.involved ?? [])];
      expected.push(...ids.map((noteId) => ({ noteId, code })));
    }
    try {
      expect(await listChecks()).toEqual(expected.toSorted((a, b) => a.noteId - b.noteId));
    } finally {
      for (const id of planted)
        await api.ok(business.admin.token, 'DELETE /api/notes/:id', { params: { id } });
    }
    expect(await listChecks()).toEqual([]);
  },
);
