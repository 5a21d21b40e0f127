/** Random sequences of what changes units: the ledger equals every balance after each step. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { listUnitChecks } from '#tests/support/factories/visits.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi();
const RUNS = process.env['TESTS'] === 'all' ? 25 : 4;

const visit = fc.record({
  client: fc.nat(1),
  category: fc.constantFrom('sustaining', 'transitional'),
  workDate: fc.constantFrom('2026-03-02', '2026-03-09', '2026-04-01'),
  endTime: fc.constantFrom('09:15', '10:30', '13:00'),
});
const target = fc.nat(20);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('submit' as const), visit }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resubmit' as const), target, visit }) },
  fc.record({ kind: fc.constantFrom('deny' as const, 'approve' as const, 'delete' as const), target }),
  fc.record({ kind: fc.constant('total' as const), client: fc.nat(1), units: fc.nat(60) }),
  fc.record({
    kind: fc.constant('authorization' as const),
    target,
    change: fc.oneof(
      fc.record({ unitsAuthorized: fc.option(fc.nat(40)) }),
      fc.record({ unitsPerWeek: fc.option(fc.nat(20)) }),
      fc.record({ expiryDate: fc.constantFrom('2026-03-05', '2026-03-31', null) }),
      fc.constant('end' as const),
    ),
  }),
  fc.record({ kind: fc.constant('policy' as const), overusePolicy: fc.constantFrom('allow', 'block') }),
);
type Visit = typeof visit extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test(
  'each account and each client equals its ledger after any sequence of changes [11.accounts.17]',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const agency = await createAgency();
        for (const one of steps) {
          await agency.run(one);
          await agency.expectBalances();
        }
        await expectInvariants(api);
      }),
      { numRuns: RUNS },
    );
  },
);

/** A business with an employee, two clients, and authorizations of one of them. */
async function createAgency() {
  const business = await createBusiness(api);
  const admin = business.admin.token;
  const author = await createPerson(api, business);
  const clients = [
    await createClient(api, business, { totalTimeUnits: 40 }),
    await createClient(api, business, { totalTimeUnits: 10 }),
  ] as const;
  for (const { id } of clients) {
    await createAssignment(api, business, { clientId: id, employeeId: author.id });
  }
  const authorizations = [
    await createAuthorization(api, business, { clientId: clients[0].id, expiryDate: '2026-03-31' }),
    await createAuthorization(api, business, {
      clientId: clients[0].id,
      unitsAuthorized: null,
      unitsPerWeek: 8,
    }),
    await createAuthorization(api, business, { clientId: clients[0].id, category: 'transitional' }),
  ];
  const notes: number[] = [];
  const pick = (list: readonly number[], target: number) => list[target % Math.max(list.length, 1)];

  /** Runs a step; a refusal is fine, any other failure is not. */
  async function run(one: Step): Promise<void> {
    const status = await send(one);
    expect([200, 201, 204, 404, 409]).toContain(status);
  }

  async function send(one: Step): Promise<number> {
    switch (one.kind) {
      case 'submit': {
        const preview = await previewOf(one.visit);
        const answer = await api.call(author.token, 'POST /api/notes', { body: toForm(one.visit) });
        expectAsPreviewed(preview, answer);
        if (answer.status === 201) notes.push(answer.body.id);
        return answer.status;
      }
      case 'resubmit':
        return call(pick(notes, one.target), async (noteId) => {
          const preview = await previewOf(one.visit, noteId);
          const params = { id: noteId };
          const answer = await api.call(author.token, 'PUT /api/notes/:id', {
            params,
            body: toForm(one.visit),
          });
          // A note that was reviewed or deleted cannot be edited, so it has no preview.
          if (preview.status === 200) expectAsPreviewed(preview, answer);
          return answer;
        });
      case 'deny':
      case 'approve':
        return call(pick(notes, one.target), (id) => {
          const body = one.kind === 'deny' ? { action: 'deny', reason: 'Wrong.' } : { action: 'approve' };
          return api.call(admin, 'PATCH /api/notes/:id/review', { params: { id }, body });
        });
      case 'delete':
        return call(pick(notes, one.target), (id) =>
          api.call(admin, 'DELETE /api/notes/:id', { params: { id } }),
        );
      case 'total':
        return call(clients[one.client]?.id, (id) =>
          api.call(admin, 'PUT /api/clients/:id/time-units', {
            params: { id },
            body: { totalTimeUnits: one.units },
          }),
        );
      case 'authorization':
        return call(
          pick(
            authorizations.map(({ id }) => id),
            one.target,
          ),
          (id) => {
            const params = { id };
            return one.change === 'end'
              ? api.call(admin, 'DELETE /api/services/:id', { params })
              : api.call(admin, 'PUT /api/services/:id', { params, body: one.change });
          },
        );
      case 'policy': {
        const body = { overusePolicy: one.overusePolicy };
        return (await api.call(admin, 'PUT /api/business', { body })).status;
      }
    }
  }

  const previewOf = ({ client, ...fields }: Visit, noteId?: number) =>
    api.call(author.token, 'POST /api/units/preview', {
      body: { ...fields, clientId: clients[client]?.id, startTime: '09:00', noteId },
    });

  const toForm = ({ client, ...fields }: Visit) => buildNoteForm(clients[client]?.id ?? 0, fields);

  /** Expects that the ledger sums up to each account and to the stored totals of each client. */
  async function expectBalances(): Promise<void> {
    const wrong = await api.sql(
      `select client_id, total_time_units, used_time_units from client_units as balance
       where business_id = $1 and total_time_units - used_time_units <>
         (select coalesce(sum(delta), 0) from unit_ledger as entry
           where entry.business_id = $1 and entry.client_id = balance.client_id)
       union all
       select id, units_authorized, units_used from client_services as account
       where business_id = $1 and coalesce(units_authorized, 0) - units_used <>
         (select coalesce(sum(delta), 0) from unit_ledger as entry
           where entry.business_id = $1 and entry.authorization_id = account.id)`,
      [business.id],
    );
    expect(wrong).toEqual([]);
  }

  return { run, expectBalances };
}

/** Expects that a note is stored or refused as its preview predicted, with the same checks. */
function expectAsPreviewed(
  { body: preview }: ApiResponse<{ code: string | null; units: string; checks: string[] }>,
  { status, body, error }: ApiResponse<{ timeUnitsUsed: string; checks: { code: string }[] }>,
): void {
  expect(status < 300 ? null : error?.code).toBe(preview.code);
  if (status >= 300) return;
  // A note with stored checks lists them by code, a preview as they are computed.
  const sorted = (codes: string[]) => codes.toSorted((a, b) => a.localeCompare(b));
  expect([body.timeUnitsUsed, sorted(listUnitChecks(body))]).toEqual([preview.units, sorted(preview.checks)]);
}

async function call(
  id: number | undefined,
  send: (id: number) => Promise<{ status: number }>,
): Promise<number> {
  return id === undefined ? 404 : (await send(id)).status;
}
