/** Visits of 15-minute units to a client with authorizations, in March 2026 and in the service 'sustaining'. */

import { expect } from 'vitest';
import { verifyNotes } from '#features/evidence/server/verifyReads.ts';
import { UNIT_CHECKS } from '#features/units/contract.ts';
import { verifyLedger } from '#features/units/server/verifyReads.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { createAuthorization } from './authorizations.ts';
import { createBusiness } from './businesses.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from './notes.ts';

/** The times of a visit of this many units, from 06:00 on. */
export function toTimes(units: number) {
  const end = 6 * 60 + units * 15;
  const endTime = [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return { startTime: '06:00', endTime };
}

/** The codes of a note's checks that are about units. */
export const listUnitChecks = ({ checks }: { checks: readonly { code: string }[] }): string[] =>
  checks.map(({ code }) => code).filter((code) => UNIT_CHECKS.some((check) => check === code));

/** Creates for each test a business with an employee and a client of 100 general units. */
export function useVisits(api: Api) {
  const business = setUpEach(() => createBusiness(api));
  const visit = setUpEach(() => createAssignedClient(api, business, { totalTimeUnits: 100 }));
  return {
    business,
    visit,
    authorize: (fields: Record<string, unknown> = {}) =>
      createAuthorization(api, business, { clientId: visit.client.id, ...fields }),
    setPolicy: (overusePolicy: 'allow' | 'block') =>
      api.ok(business.admin.token, 'PUT /api/business', { body: { overusePolicy } }),
    async submit(units: number, fields: Record<string, unknown> = {}) {
      const timed = { clientId: visit.client.id, ...toTimes(units), ...fields };
      const note = await createSignedNote(api, visit.author, timed);
      return { ...note, unitChecks: listUnitChecks(note) };
    },
    trySubmit: (units: number, fields: Record<string, unknown> = {}) =>
      api.call(visit.author.token, 'POST /api/notes', {
        body: buildNoteForm(visit.client.id, { ...toTimes(units), ...fields }),
      }),
    review: (id: number, body: object) =>
      api.ok(business.admin.token, 'PATCH /api/notes/:id/review', { params: { id }, body }),
    /** The client, and authorization, total and used units of each account. */
    async readAccounts() {
      const params = { id: visit.client.id };
      const client = await api.ok(business.admin.token, 'GET /api/clients/:id', { params });
      const accounts = client.accounts.map(({ authorizationId, total, used }) => [
        authorizationId,
        total,
        used,
      ]);
      return { client, accounts };
    },
    async expectVerified() {
      const now = new Date();
      expect((await verifyLedger(api.server.services, now)).fault).toBeNull();
      expect((await verifyNotes(api.server.services, now)).fault).toBeNull();
    },
  };
}
