/** Clients and assignments for tests, created by the business's admin. */

import type { Api } from '#tests/support/helpers/api.ts';
import type { TestBusiness } from './businesses.ts';
import { uniqueName } from './unique.ts';

type Owned = Pick<TestBusiness, 'admin'>;

/** The fields of the Add Client form, all valid: 100 units and a signature code. */
export const buildClientForm = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  companyName: uniqueName('C'),
  contactName: 'Cleo Client',
  email: 'cleo@example.com',
  phone: '555 0199',
  address: '2 Side Street',
  totalTimeUnits: 100,
  unitRate: '15.00',
  signatureCode: '4711ab',
  status: 'active',
  ...fields,
});

/** A client of the business. */
export const createClient = (api: Api, business: Owned, fields: Record<string, unknown> = {}) =>
  api.ok(business.admin.token, 'POST /api/clients', { body: buildClientForm(fields) });

/** Moves the assignments of a business, or of one client or employee, to a date in the past. */
export const backdateAssignments = (
  api: Api,
  { id }: Pick<TestBusiness, 'id'>,
  { since, clientId, employeeId }: { since: string; clientId?: number; employeeId?: number },
) =>
  api.sql(
    `update client_assignments set created_at = $2 where business_id = $1
       and client_id = coalesce($3, client_id) and employee_id = coalesce($4, employee_id)`,
    [id, since, clientId ?? null, employeeId ?? null],
  );

/** A client assigned to a person of the business. */
export const createAssignment = (
  api: Api,
  business: Owned,
  assigned: { clientId: number; employeeId: number; role?: string; notes?: string; status?: string },
) => api.ok(business.admin.token, 'POST /api/client-assignments', { body: assigned });
