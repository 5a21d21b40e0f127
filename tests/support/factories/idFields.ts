/** Fields of requests that name a row, so that tests can name rows of another business in each of them. */

import { z } from 'zod';
import type { RowKind } from './seededBusiness.ts';

/** Fields of bodies that name a row, with its kind. */
export const IDS_IN_BODIES: Record<string, RowKind> = {
  clientId: 'client',
  employeeId: 'person',
  draftId: 'draft',
  recipientId: 'colleague',
  parentMessageId: 'message',
  payerId: 'payer',
};

/** Fields of queries that name a row, with its kind. */
export const IDS_IN_QUERIES: Record<string, RowKind> = {
  clientId: 'client',
  employeeId: 'person',
  authorId: 'person',
  actor: 'person',
  payerId: 'payer',
  objectId: 'client',
};

/** The other fields that a query needs for the field to name a row of that kind. */
export const REQUIRED_QUERY: Record<string, Record<string, string>> = { objectId: { object: 'client' } };

/** Fields that name a row and are tested in another file. */
export const TESTED_ELSEWHERE: Record<string, string> = {
  'POST /api/auth/create-admin-for-business businessId':
    'needs a claim: features/auth/server/registration.test.ts',
  'POST /api/create-subscription businessId':
    'needs a claim or a member: features/subscription/server/subscribe.test.ts',
  'GET /api/clients/:id/ledger authorizationId':
    'filters one client: features/clients/server/authorizations/authorizations.test.ts',
  'POST /api/clients/:id/services serviceId':
    'answers 400: features/clients/server/authorizations/authorizations.test.ts',
  'PUT /api/services/:id serviceId':
    'answers 400: features/clients/server/authorizations/authorizations.test.ts',
  'POST /api/management/notes/approve-many id':
    'answers not_found: features/review/server/approveMany.test.ts',
  'POST /api/notes/:id/checks/:code/explain relatedNoteIds':
    'others than those of the check answer 409: features/notes/server/checks/explanations.test.ts',
  'POST /api/invoices clientIds': 'needs a payer: features/invoices/server/payers.test.ts',
  'POST /api/claim-batches clientIds': 'needs a payer: features/invoices/server/claims/claims.test.ts',
  'POST /api/clients/:id/services payerId': 'answers 400: features/invoices/server/claims/claims.test.ts',
  'PUT /api/services/:id payerId': 'answers 400: features/invoices/server/claims/claims.test.ts',
  'POST /api/clients/:id/services payerClientId': 'is the number that the payer gave, not of a row',
  'PUT /api/services/:id payerClientId': 'is the number that the payer gave, not of a row',
  'PATCH /api/claim-batches/:id/lines noteId':
    'others than those of the list answer 404: features/invoices/server/claims/claims.test.ts',
  'PUT /api/invoices/:id excludedNoteIds':
    'only leaves out visits of the draft: features/invoices/server/drafts.test.ts',
  'POST /api/notes captureId': 'is made by the device: features/submission/server/captures.test.ts',
  'POST /api/visit-clock/start visitId':
    'is made by the device: features/time/server/visitClock/visitClock.test.ts',
  'POST /api/visit-clock/end visitId':
    'is made by the device: features/time/server/visitClock/visitClock.test.ts',
  'DELETE /api/visit-clock visitId':
    'is made by the device: features/time/server/visitClock/visitClock.test.ts',
  'POST /api/notes/:id/dispute/resolve disputeIds':
    'others than those of the note answer 409: features/notes/server/disputes/disputes.test.ts',
  'POST /api/units/preview noteId': 'is of the caller: features/submission/server/accounts/preview.test.ts',
  'PUT /api/business taxId': 'is the number that the tax office gave, not of a row',
  'PUT /api/business-services/order ids':
    'takes all services of a business: features/services/server/services.test.ts',
  'GET /api/clients/:id/burn-down authorizationId':
    'needs a client of the same business: features/forecast/server/burnDown.test.ts',
};

const NAMES_A_ROW = /(Ids?|By)$|^(id|ids|actor)$/;

/** The fields of a schema that hold ids of rows, at any depth and in any of its variants. */
export function listIdFields(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const fields = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties } = part as { properties?: object };
    for (const field of Object.keys(properties ?? {})) if (NAMES_A_ROW.test(field)) fields.add(field);
    Object.values(part).forEach(visit);
  };
  visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...fields];
}

/** Sets fields of a body where it has them, at any depth, and otherwise at its top. */
export function replaceIds(body: object, ids: Record<string, number>): object {
  const missing = new Set(Object.keys(ids));
  const replaced = JSON.parse(JSON.stringify(body), (field, value: unknown) => {
    if (!(field in ids)) return value;
    missing.delete(field);
    return ids[field];
  }) as object;
  return { ...replaced, ...Object.fromEntries([...missing].map((field) => [field, ids[field]])) };
}

/** Fields that may name a deleted row: a signed note is accepted although its draft was deleted. */
export const MAY_BE_DELETED = ['draftId'];
