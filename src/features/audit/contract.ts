import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, idInQuery, instant, pageQuery } from '#platform/contract/fields.ts';

/** Who did what to which row, when and from where. */
export const auditRow = z.object({
  seq: z.int(),
  actorId: id.nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  object: z.string(),
  objectId: id.nullable(),
  /** The object's name when the row was written; null where it has none or none was stored. */
  objectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  createdAt: instant,
  hash: z.string(),
});

/** By actor, kind of object, one object, and a period of days in the business's time zone. */
const auditFilters = z.object({
  actor: idInQuery.optional(),
  object: z.string().max(50).optional(),
  objectId: idInQuery.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

/** The most rows of an export, so that none occupies the server for long. */
export const MAX_AUDIT_ROWS = 20_000;

export const auditContract = contract({
  'GET /api/audit': {
    access: 'manager',
    summary: 'The audit log of the business, newest first',
    query: pageQuery.extend(auditFilters.shape),
    paged: true,
    response: z.array(auditRow),
  },
  'GET /api/clients/:id/history': {
    access: 'manager',
    summary: 'Changes to a client and its units, authorizations, assignments, and documents, newest first',
    params: byId,
    query: pageQuery,
    paged: true,
    response: z.array(auditRow),
  },
  'GET /api/audit/export': {
    access: 'manager',
    summary: 'The audit log as CSV, oldest first, with the hashed text of each row',
    query: auditFilters,
    recorded: true,
    response: z.string(),
    raw: true,
    heavy: true,
  },
});
