/** A paid business with a manager, an employee and one row of each kind, created through the API. */

import type { Access } from '#platform/contract/endpoint.ts';
import type { Role } from '#platform/contract/role.ts';
import type { Api, EndpointName, RequestOptions } from '#tests/support/helpers/api.ts';
import { createAnnouncement } from './announcements.ts';
import type { Account, TestBusiness } from './businesses.ts';
import { createClaimBatch } from './claims.ts';
import { createAssignment, createClient } from './clients.ts';
import { createFinishedExport } from './exports.ts';
import { uploadDocument, uploadPicture, uploadResource } from './files.ts';
import { CLIENTS_FILE, uploadImport } from './imports.ts';
import { createChargeDraft } from './invoices.ts';
import { sendMessage } from './messages.ts';
import { createSignedNote } from './notes.ts';
import { createStoredPacket } from './packets.ts';
import { createPayingBusiness } from './payments.ts';
import { createPerson, startSession } from './people.ts';

export type Ids = Awaited<ReturnType<typeof createRows>>;
/** Kinds of rows that addresses, bodies and queries name by their ids. */
export type RowKind = keyof Ids;

interface Members {
  business: TestBusiness;
  manager: Account;
  employee: Account;
}
export interface SeededBusiness extends Members {
  ids: Ids;
}

export async function createSeededBusiness(api: Api): Promise<SeededBusiness> {
  const business = await createPayingBusiness(api);
  const manager = await createPerson(api, business, { role: 'manager' });
  const employee = await createPerson(api, business);
  await startSession(api, employee);
  return { business, manager, employee, ids: await createRows(api, { business, manager, employee }) };
}

/** The user with the fewest rights who may call endpoints of this access. */
export function getCaller({ business, manager, employee }: Members, access: Access): Account {
  if (access === 'admin') return business.admin;
  return access === 'manager' ? manager : employee;
}

/** Compares a role with the access of an endpoint. */
export function mayCall(role: Role, access: Access): boolean {
  if (access === 'admin') return role === 'admin';
  return access !== 'manager' || role !== 'employee';
}

async function createRows(api: Api, { business, manager, employee }: Members) {
  const idOf = async (row: Promise<{ id: number }>) => (await row).id;
  const create = (token: string, name: EndpointName, options: RequestOptions) =>
    idOf(api.ok(token, name, options) as unknown as Promise<{ id: number }>);
  const client = await idOf(createClient(api, { admin: manager }));
  const assigned = { clientId: client, employeeId: employee.id, role: 'primary' };
  const service = { params: { id: client }, body: { serviceName: 'Care' } };
  const draft = { draftName: 'Draft', clientId: client };
  await uploadPicture(api, employee.token);
  const batch = await createClaimBatch(api, { admin: business.admin, manager });
  return {
    business: business.id,
    person: employee.id,
    colleague: manager.id,
    newcomer: (await createPerson(api, business)).id,
    client,
    assignment: await idOf(createAssignment(api, { admin: manager }, assigned)),
    businessService: await create(manager.token, 'POST /api/business-services', {
      body: { name: 'Home care' },
    }),
    service: await create(manager.token, 'POST /api/clients/:id/services', service),
    draft: await create(employee.token, 'POST /api/drafts', { body: draft }),
    note: await idOf(createSignedNote(api, employee, { clientId: client })),
    document: await idOf(uploadDocument(api, manager.token, { clientId: client })),
    resource: await idOf(uploadResource(api, manager.token)),
    announcement: await idOf(createAnnouncement(api, manager.token)),
    invoice: await idOf(createChargeDraft(api, manager, { clientId: client })),
    payer: batch.payerId,
    claimBatch: batch.id,
    claimedNote: batch.lines[0]?.noteId ?? 0,
    import: await idOf(uploadImport(api, business.admin.token, { kind: 'clients', bytes: CLIENTS_FILE })),
    export: await createFinishedExport(api, business),
    packet: await createStoredPacket(api, {
      businessId: business.id,
      userId: manager.id,
      noteId: batch.lines[0]?.noteId ?? 0,
    }),
    message: await idOf(sendMessage(api, { from: manager, to: employee })),
    session: (await api.ok(employee.token, 'GET /api/auth/sessions')).find((one) => !one.current)?.id ?? 0,
  };
}
