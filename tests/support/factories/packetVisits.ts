/** Visits for audit-day packets: clean ones, and one for each gap. */

import type { Api } from '#tests/support/helpers/api.ts';
import { createBusiness, type BusinessOptions } from './businesses.ts';
import { setTime, useCheckedNotes } from './checkedNotes.ts';
import { createPerson } from './people.ts';
import { createDispute } from './receipts.ts';
import { createService } from './services.ts';

export const MARCH = { from: '2026-03-01', to: '2026-03-31' };

const dayOf = (day: number): string => `2026-03-${String(day).padStart(2, '0')}`;
/** After visits of that day, or so many days later. */
const after = (day: number, daysLater = 0): Date => new Date(Date.UTC(2026, 2, day + daysLater, 21, 5));

export type PacketVisits = Awaited<ReturnType<typeof createPacketVisits>>;

/** A business with a client; `approve` submits a visit on a day of March, which has no gap, and approves it. */
export async function createPacketVisits(api: Api, options: BusinessOptions = {}) {
  const business = await createBusiness(api, { plan: 'professional', ...options });
  await api.ok(business.admin.token, 'PUT /api/business', { body: { allowUnsigned: true } });
  const calls = useCheckedNotes(api, business);
  const { author, clients, clientId } = await calls.createVisits(1);
  const submit = (day: number, fields: object = {}, at = after(day)) =>
    calls.submit(author, { clientId, workDate: dayOf(day), ...fields }, at.toISOString());
  return {
    ...calls,
    business,
    manager: business.admin,
    author,
    client: clients[0],
    clientId,
    submit,
    approve: async (...visit: Parameters<typeof submit>) => {
      const { id } = await submit(...visit);
      await calls.review(id, { action: 'approve', version: 1 });
      return id;
    },
  };
}

/** Over the limit of a day. */
const LONG = { startTime: '00:15', endTime: '14:45' };

/** Submits a visit for each gap. @returns the notes with the labels of their gaps */
export async function plantGaps(api: Api, visits: PacketVisits): Promise<[noteId: number, gap: string][]> {
  const { business, approve, submit, review, explain } = visits;
  const { key } = await createService(api, business, { authorizationRequired: 'warn' });
  const tampered = await approve(10);
  await api.sql('alter table notes disable trigger user');
  await api.sql('update notes set time_units_used = 5 where business_id = $1 and id = $2', [
    business.id,
    tampered,
  ]);
  // Explained checks are no gaps.
  const long = await submit(12, LONG);
  await explain(long.id, 'author_long_day');
  await review(long.id, { action: 'approve', version: 1 });
  const none = { clientSignature: undefined, clientSignatureCode: undefined };
  return [
    [await approve(4, { category: key }), 'No authorization'],
    [await approve(5, {}, after(5, 3)), 'Submitted late'],
    [
      await approve(6, { ...none, signer: { kind: 'none', reason: 'Asleep' } }),
      'Not signed, or changed after signing',
    ],
    [await approve(7, LONG), 'Check not explained'],
    [await approveDisputed(api, visits), 'Open dispute'],
    [await approveUnassigned(api, visits), 'Employee not assigned'],
    [tampered, 'Not signed, or changed after signing'],
    [tampered, 'Units do not match the minutes'],
    [(await submit(11)).id, 'Not approved'],
  ];
}

async function approveDisputed(api: Api, { manager, approve }: PacketVisits): Promise<number> {
  const noteId = await approve(8);
  await createDispute(api, manager, { noteId, text: 'You left at ten.' });
  return noteId;
}

/** A visit of an employee who was assigned the day after. */
async function approveUnassigned(api: Api, visits: PacketVisits): Promise<number> {
  const { business, manager, clientId, review } = visits;
  const { id: employeeId, token } = await createPerson(api, business);
  await setTime(api, after(9));
  await api.ok(manager.token, 'POST /api/client-assignments', { body: { clientId, employeeId } });
  const fields = { clientId, workDate: dayOf(8), startTime: '18:00', endTime: '18:30' };
  const { id } = await useCheckedNotes(api, business).submit({ token }, fields, after(9).toISOString());
  await review(id, { action: 'approve', version: 1 });
  return id;
}
