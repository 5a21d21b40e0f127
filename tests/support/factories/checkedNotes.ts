/** Notes and their checks at chosen moments; the business is in Chicago. */

import { vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import type { Account, TestBusiness } from './businesses.ts';
import { createAssignment, createClient } from './clients.ts';
import { createSignedNote } from './notes.ts';
import { createPerson } from './people.ts';

/** Long before the work of the tests, so that everyone was assigned then. */
export const SETUP_TIME = '2026-01-05T15:00:00Z';

/** Sets the server's clock until the test ends, and keeps all sessions valid, also after the test. */
export async function setTime(api: Api, moment: string | Date): Promise<void> {
  const now = new Date(moment);
  const lastUse = new Date(Math.max(now.getTime(), Date.now()));
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now));
  await api.sql(`update sessions set last_used_at = $1, expires_at = $1::timestamptz + interval '30 days'`, [
    lastUse,
  ]);
}

let described = 0;
const TOPICS = 'rent bus bank doctor laundry garden letters cooking phone library dentist market'.split(' ');
const VERBS = 'planned checked discussed prepared finished repeated sorted compared reviewed started'.split(
  ' ',
);

/** A description of 80 characters and more, unlike all others. */
export function describeVisit(): string {
  described += 1;
  const pick = (from: string[], step: number) => from[(described * step + step) % from.length] ?? '';
  return [1, 3, 5, 7, 11]
    .map(
      (step) => `We ${pick(VERBS, step)} the ${pick(TOPICS, step + 1)} matter ${described * step} carefully.`,
    )
    .join(' ');
}

/** Employees, clients and notes of a business, each call with its own description and signatures. */
export function useCheckedNotes(api: Api, business: TestBusiness) {
  const token = () => business.admin.token;
  const readNote = (id: number, viewer = token()) => api.ok(viewer, 'GET /api/notes/:id', { params: { id } });
  return {
    readNote,
    /** An employee who has been assigned to some new clients since the setup. */
    async createVisits(clients = 2, role: 'employee' | 'manager' = 'employee') {
      await setTime(api, SETUP_TIME);
      const author = await createPerson(api, business, { role });
      const created = [];
      for (let count = 0; count < clients; count += 1) {
        const client = await createClient(api, business, { totalTimeUnits: 10_000 });
        created.push(client);
        await createAssignment(api, business, { clientId: client.id, employeeId: author.id });
      }
      return { author, clients: created, clientId: created[0]?.id ?? 0, otherClientId: created[1]?.id ?? 0 };
    },
    /** Submits a note of 10:00 to 11:00 on March 3 at 11:05, unless other fields or another moment are given. */
    async submit(
      author: Pick<Account, 'token'>,
      fields: { clientId: number } & Record<string, unknown>,
      at = '2026-03-03T17:05:00Z',
    ) {
      await setTime(api, at);
      const visit = { workDate: '2026-03-03', startTime: '10:00', endTime: '11:00' };
      return createSignedNote(api, author, { ...visit, description: describeVisit(), ...fields });
    },
    /** The codes that a viewer sees, or only those with a prefix of notes' checks given. */
    listCodes: async (id: number, viewer?: string) =>
      (await readNote(id, viewer)).checks.map(({ code }) => code),
    findCheck: async (id: number, code: string, viewer?: string) =>
      (await readNote(id, viewer)).checks.find((check) => check.code === code),
    remove: (id: number) => api.ok(token(), 'DELETE /api/notes/:id', { params: { id } }),
    review: (id: number, body: object) =>
      api.ok(token(), 'PATCH /api/notes/:id/review', { params: { id }, body }),
    explain: (id: number, code: string, viewer = token(), reason = 'Handover between visits') =>
      api.call(viewer, 'POST /api/notes/:id/checks/:code/explain', {
        params: { id, code },
        body: { reason },
      }),
    unexplain: (id: number, code: string, viewer = token()) =>
      api.call(viewer, 'DELETE /api/notes/:id/checks/:code/explain', { params: { id, code } }),
  };
}
