import { afterEach, beforeAll, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { setTime, describeVisit } from '#tests/support/factories/checkedNotes.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { drawSignature } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import {
  createAgency,
  planWeeks,
  submitVisits,
  toVisit,
  type Employee,
} from '#tests/support/factories/workWeeks.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { NOTE_CHECKS, type NoteCheckCode } from '#features/notes/checkContract.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
/** Twelve weeks and fifty of each take a minute. */
const all = process.env['TESTS'] === 'all';
const [EMPLOYEES, WEEKS, PLANTED] = all ? [8, 12, 50] : [8, 3, 5];
let employees: Employee[];

/** How many notes have each check. */
async function countChecks(): Promise<Record<string, number>> {
  const rows = await api.sql<{ code: string; count: number }>(
    'select code, count(*)::int as count from note_checks where business_id = $1 group by code',
    [business.id],
  );
  return Object.fromEntries(rows.map(({ code, count }) => [code, count]));
}

beforeAll(async () => {
  employees = await createAgency(api, business, EMPLOYEES);
});

test('clean weeks of eight employees have no checks [12.checks.36]', { timeout: 900_000 }, async () => {
  const ids = await submitVisits(api, planWeeks(employees, WEEKS));
  expect(ids.length).toBeGreaterThanOrEqual(EMPLOYEES * WEEKS * 10);
  expect(await countChecks()).toEqual({});
});

/** How many notes have the check for each time that it is planted, and how it is planted on a day of its own. */
const PLANTS: Record<
  NoteCheckCode,
  [notes: number, plant: (day: string, author: Employee) => Promise<unknown>]
> = {
  author_overlap: [
    2,
    (day, author) =>
      submitVisits(api, [visit(author, 0, [day, 600, 660]), visit(author, 1, [day, 659, 720])]),
  ],
  client_overlap: [
    2,
    async (day, author) => {
      const colleague = employees.find(({ id }) => id !== author.id) as Employee;
      await assign(author.clientIds[0], colleague);
      const other = { ...colleague, clientIds: author.clientIds };
      await submitVisits(api, [visit(author, 0, [day, 600, 660]), visit(other, 0, [day, 630, 690])]);
    },
  ],
  author_long_day: [
    3,
    (day, author) =>
      submitVisits(api, [
        visit(author, 0, [day, 60, 360]),
        visit(author, 1, [day, 400, 700]),
        visit(author, 2, [day, 720, 961]),
      ]),
  ],
  late_entry: [1, (day, author) => submitVisits(api, [visit(author, 0, [day, 600, 660], 48 * 60 + 1)])],
  signed_early: [1, (day, author) => submitVisits(api, [visit(author, 0, [day, 600, 660], -16)])],
  over_units: [
    1,
    async (day, author) => {
      const clientId = await createAssigned(author, { totalTimeUnits: 0 });
      await submitVisits(api, [toVisit(author, clientId, [day, 600, 660])]);
    },
  ],
  cap_exceeded: [
    1,
    async (day, author) => {
      const clientId = await createAssigned(author);
      await createAuthorization(api, business, {
        clientId,
        unitsAuthorized: 100,
        unitsPerWeek: 3,
        startDate: null,
        expiryDate: null,
      });
      await submitVisits(api, [toVisit(author, clientId, [day, 600, 660])]);
    },
  ],
  no_authorization: [
    1,
    (day, author) => submitVisits(api, [visit(author, 0, [day, 600, 660])], { category: 'warned' }),
  ],
  signature_reused: [
    2,
    (day, author) =>
      submitVisits(api, [visit(author, 0, [day, 600, 660]), visit(author, 1, [day, 700, 760])], {
        clientSignature: drawSignature(),
      }),
  ],
  text_repeated: [
    2,
    (day, author) =>
      submitVisits(api, [visit(author, 0, [day, 600, 660]), visit(author, 1, [day, 700, 760])], {
        description: describeVisit(),
      }),
  ],
  batch_entry: [
    5,
    (day, author) =>
      submitVisits(
        api,
        [0, 1, 2, 3, 4].map((index) => ({
          ...visit(author, index, [addDays(day, -(index % 2)), 500 + index * 20, 510 + index * 20]),
          at: visit(author, 0, [day, 700, 720 + index]).at,
        })),
      ),
  ],
  not_assigned_then: [
    1,
    async (day, author) => {
      await setTime(api, visit(author, 0, [day, 600, 660]).at);
      const clientId = await createAssigned(author);
      await submitVisits(api, [
        {
          ...toVisit(author, clientId, [addDays(day, -1), 600, 660]),
          at: visit(author, 0, [day, 600, 670]).at,
        },
      ]);
    },
  ],
  client_inactive_then: [
    1,
    async (day, author) => {
      const setStatus = async (status: string, on: string) => {
        await setTime(api, visit(author, 2, [on, 600, 660]).at);
        const params = { id: author.clientIds[2] ?? 0 };
        await api.ok(business.admin.token, 'PUT /api/clients/:id', { params, body: { status } });
      };
      await setStatus('inactive', addDays(day, -1));
      await setStatus('active', addDays(day, 1));
      await submitVisits(api, [
        { ...visit(author, 2, [day, 600, 660]), at: visit(author, 2, [addDays(day, 1), 600, 670]).at },
      ]);
    },
  ],
  own_note: [
    1,
    async (day, author) => {
      const manager = (managers[0] ??= await createPerson(api, business, { role: 'manager' }));
      await submitVisits(api, [toVisit(manager, author.clientIds[0] ?? 0, [day, 600, 660])]);
    },
  ],
};
const managers: Awaited<ReturnType<typeof createPerson>>[] = [];

const visit = (
  author: Employee,
  client: number,
  work: [day: string, start: number, end: number],
  later?: number,
) => toVisit(author, author.clientIds[client % 3] ?? 0, work, later);

async function assign(clientId: number | undefined, { id: employeeId }: Employee): Promise<void> {
  const body = { clientId: clientId ?? 0, employeeId };
  await api.call(business.admin.token, 'POST /api/client-assignments', { body });
  // As if it had always been so.
  await api.sql(
    `update client_assignments set created_at = '2026-01-05' where employee_id = $1 and client_id = $2`,
    [employeeId, clientId],
  );
}

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
  '%s is found each time that it is planted, and nothing else [12.checks.37]',
  { timeout: 300_000 },
  async (code) => {
    const { token } = business.admin;
    const start = addDays('2026-07-06', NOTE_CHECKS.indexOf(code) * 130);
    await setTime(api, `${start}T17:00:00Z`);
    if (code === 'no_authorization') {
      const body = { name: 'Warned', key: 'warned', authorizationRequired: 'warn' };
      await api.ok(token, 'POST /api/business-services', { body });
    }
    const before = await countChecks();
    const [notes, plant] = PLANTS[code];
    for (let index = 0; index < PLANTED; index += 1) {
      const author = employees[index % employees.length] as Employee;
      const day = addDays(start, index * 2);
      await setTime(api, `${day}T06:00:00Z`);
      await plant(day, author);
    }
    const after = await countChecks();
    expect(after).toEqual({ ...before, [code]: (before[code] ?? 0) + notes * PLANTED });
  },
);
