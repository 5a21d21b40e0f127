/** Two businesses with one of each thing, and what the endpoints need to be called with. */
import { z } from 'zod';
import { createAnnouncement, buildAnnouncementForm } from './announcements.ts';
import type { Api, EndpointName } from '#tests/support/helpers/api.ts';
import type { Account, TestBusiness } from './businesses.ts';
import { buildClientForm } from './clients.ts';
import { uploadDocument, uploadPicture, uploadResource, buildPng, buildUploadForm } from './files.ts';
import { buildMessageForm } from './messages.ts';
import { buildNoteForm } from './notes.ts';
import { createPayingBusiness } from './payments.ts';
import { createPerson, buildEmployeeForm, startSession } from './people.ts';

/** Kinds of rows that addresses and bodies name by their ids. */
export type RowKind =
  | 'business'
  | 'person'
  | 'colleague'
  | 'newcomer'
  | 'message'
  | 'session'
  | 'client'
  | 'assignment'
  | 'service'
  | 'note'
  | 'draft'
  | 'document'
  | 'resource'
  | 'announcement';

export type Ids = Record<RowKind, number>;

export interface SeededBusiness {
  business: TestBusiness;
  manager: Account;
  employee: Account;
  ids: Ids;
}

/** A paid business with a manager, an employee, and one of each thing, made as its people would. */
export async function createSeededBusiness(api: Api): Promise<SeededBusiness> {
  const business = await createPayingBusiness(api);
  const manager = await createPerson(api, business, { role: 'manager' });
  const employee = await createPerson(api, business);
  await startSession(api, employee);
  const made = async (token: string, name: EndpointName, parts: { params?: { id: number }; body: unknown }) =>
    ((await api.ok(token, name, parts)) as unknown as { id: number }).id;
  const client = await made(manager.token, 'POST /api/clients', { body: buildClientForm() });
  const params = { id: client };
  const assignment = await made(manager.token, 'POST /api/clients/:id/assignments', {
    params,
    body: { employeeId: employee.id, role: 'primary' },
  });
  const service = await made(manager.token, 'POST /api/clients/:id/services', {
    params,
    body: { serviceName: 'Care' },
  });
  const draft = await made(employee.token, 'POST /api/drafts', {
    body: { draftName: 'Draft', clientId: client },
  });
  const note = await made(employee.token, 'POST /api/notes', { body: buildNoteForm(client) });
  const document = (await uploadDocument(api, manager.token, { clientId: client })).id;
  await uploadPicture(api, employee.token);
  const newcomer = await createPerson(api, business);
  const resource = (await uploadResource(api, manager.token)).id;
  const announcement = (await createAnnouncement(api, manager.token)).id;
  const message = await made(manager.token, 'POST /api/messages', { body: buildMessageForm(employee.id) });
  const sessions = await api.ok(employee.token, 'GET /api/auth/sessions');
  const session = sessions.find((one) => !one.current)?.id ?? 0;
  const ids = {
    business: business.id,
    person: employee.id,
    colleague: manager.id,
    newcomer: newcomer.id,
    message,
    session,
    client,
    assignment,
    service,
    draft,
    note,
    document,
    resource,
    announcement,
  };
  return { business, manager, employee, ids };
}

/** Which kind of row a parameter of an address names: the first match counts. */
const ROW_KINDS: [address: RegExp, thing: RowKind][] = [
  [/^\/api\/auth\/sessions\/:id/, 'session'],
  [/^\/api\/businesses\/:id/, 'business'],
  [/^\/api\/(users|employees|client-assignments)\/:(id|employeeId)$/, 'person'],
  // Ends the person's sessions, with which the other calls are made.
  [/^\/api\/users\/:id\/(reset-password|sessions)$/, 'newcomer'],
  [/^\/api\/(users|employees)\/:id/, 'person'],
  [/^\/api\/clients\/:(id|clientId)/, 'client'],
  [/^\/api\/assignments\/:id/, 'assignment'],
  [/^\/api\/services\/:id/, 'service'],
  [/^\/api\/documents\/:id/, 'document'],
  [/^\/api\/business-resources\/:id/, 'resource'],
  [/^\/api\/announcements\/:id/, 'announcement'],
  [/^\/api\/(management\/)?notes\/:id/, 'note'],
  [/^\/api\/drafts\/:id/, 'draft'],
  [/^\/api\/messages\/:id/, 'message'],
];

/** @throws when a new address is not in the table: the isolation test must know what its ids are */
export function getRowKind(name: string): RowKind {
  const [method = '', address = ''] = name.split(' ');
  // The same address lists a person's assignments and removes one assignment.
  if (method === 'DELETE' && address === '/api/client-assignments/:id') return 'assignment';
  const found = ROW_KINDS.find(([pattern]) => pattern.test(address));
  if (!found)
    throw new Error(`tests/support/factories/twoBusinesses.ts does not know what the id in ${name} names`);
  return found[1];
}

/** A valid body of every endpoint that takes one and changes or reads rows of a business. */
const BODIES: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'POST /api/auth/change-password': () => ({ currentPassword: 'not this one', newPassword: 'another one' }),
  'POST /api/auth/totp/enable': () => ({ code: '000000' }),
  'POST /api/auth/totp/disable': () => ({ password: 'not this one' }),
  'PUT /api/business': () => ({ name: 'Renamed' }),
  'PUT /api/profile': () => ({ bio: 'Changed' }),
  'PUT /api/users/:id/profile': () => ({ bio: 'Changed' }),
  'POST /api/employees': () => buildEmployeeForm(),
  'POST /api/clients': () => buildClientForm(),
  'PUT /api/clients/:id': () => ({ contactName: 'Changed' }),
  'PUT /api/clients/:id/time-units': () => ({ totalTimeUnits: '7.00' }),
  'POST /api/clients/:id/verify-code': () => ({ code: '4711ab' }),
  'POST /api/clients/:id/services': () => ({ serviceName: 'Care' }),
  'POST /api/clients/:id/assignments': ({ person }) => ({ employeeId: person, role: 'backup' }),
  'POST /api/client-assignments': ({ person, client }) => ({
    employeeId: person,
    clientId: client,
    role: 'backup',
  }),
  'POST /api/clients/:id/documents': () => ({
    originalName: 'plan.pdf',
    fileSize: 10,
    mimeType: 'application/pdf',
  }),
  'POST /api/business-resources': () => ({ title: 'Forms', fileUrl: 'https://example.com/' }),
  'PUT /api/business-resources/:id': () => ({ title: 'Changed' }),
  'POST /api/announcements': () => buildAnnouncementForm(),
  'PUT /api/announcements/:id': () => buildAnnouncementForm({ title: 'Changed' }),
  'POST /api/drafts': ({ client }) => ({ draftName: 'Draft', clientId: client }),
  'PUT /api/drafts/:id': ({ client }) => ({ draftName: 'Changed', clientId: client }),
  'POST /api/notes': ({ client, draft }) => buildNoteForm(client, { draftId: draft }),
  'PUT /api/notes/:id': ({ client, draft }) => buildNoteForm(client, { draftId: draft }),
  'POST /api/messages': ({ colleague, message }) => buildMessageForm(colleague, { parentMessageId: message }),
  'POST /api/subscription/change-plan': () => ({ planType: 'professional' }),
  'POST /api/payments/sandbox/card': () => ({
    cardNumber: '4242 4242 4242 4242',
    expiry: '12/40',
    cvc: '123',
  }),
  'PATCH /api/notes/:id/review': () => ({ action: 'deny', reason: 'No' }),
  'PATCH /api/management/notes/:id/approve': () => ({ version: 1 }),
  'PATCH /api/management/notes/:id/deny': () => ({ reason: 'No' }),
};

/** A valid form of every upload whose address names a row and which takes no body beside. */
const FORMS: Record<string, () => FormData> = {
  'POST /api/users/:id/picture': () =>
    buildUploadForm({ name: 'them.png', bytes: buildPng(40) }, {}, 'profilePicture'),
};

/** The form of such an upload; undefined for every other endpoint. */
export const buildUpload = (name: string): FormData | undefined => FORMS[name]?.();

/** Is there a valid body for the endpoint? */
export const hasBody = (name: string): boolean => name in BODIES;

/** @throws when a new endpoint has no body in the table */
export function buildBody(name: string, ids: Ids): Record<string, unknown> {
  const make = BODIES[name];
  if (!make) throw new Error(`tests/support/factories/twoBusinesses.ts has no valid body for ${name}`);
  return make(ids);
}

/** Fields of a body that name a row of the business, and which kind. */
export const IDS_IN_BODIES: Record<string, RowKind> = {
  clientId: 'client',
  employeeId: 'person',
  draftId: 'draft',
  recipientId: 'colleague',
  parentMessageId: 'message',
};

/** The same in a query. */
export const IDS_IN_QUERIES: Record<string, RowKind> = {
  clientId: 'client',
  employeeId: 'person',
  authorId: 'person',
  actor: 'person',
  objectId: 'client',
};

/** What has to be asked beside an id, so that it names a row of that kind and no own one of another. */
export const REQUIRED_QUERY: Record<string, Record<string, string>> = { objectId: { object: 'client' } };

/** Fields that name a row and are tried elsewhere, with the place. */
export const TESTED_ELSEWHERE: Record<string, string> = {
  'POST /api/auth/create-admin-for-business businessId':
    'opened by its claim alone: features/auth/server/registration/registration.test.ts',
  'POST /api/create-subscription businessId':
    'opened by its claim or to its members: features/subscription/server/subscribe.test.ts',
};

/** Names of fields that hold the id of a row. */
const NAMES_A_ROW = /(Ids?|By)$|^(id|ids|actor)$/;

/** The fields of a schema that hold ids of rows, however deep and in whichever of its variants. */
export function listIdFields(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const fields = new Set<string>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties } = part as { properties?: object };
    for (const field of Object.keys(properties ?? {})) if (NAMES_A_ROW.test(field)) fields.add(field);
    Object.values(part).forEach(look);
  };
  look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...fields];
}

/** Fields that may name a row that is gone: a signed note is taken although its draft was deleted elsewhere. */
export const MAY_BE_DELETED = ['draftId'];
