import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { id, instant, pageQuery } from '#platform/contract/fields.ts';

/** Who did what to which row, when and from where. */
export const auditRow = z.object({
  seq: z.int(),
  actorId: id.nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  object: z.string(),
  objectId: id.nullable(),
  /** What the object was called when the row was written; null where it has no name or none was stored. */
  objectName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  createdAt: instant,
  hash: z.string(),
});

/** Which rows: by who acted, the kind of thing, one of them, and days of the business, both included. */
const auditFilters = z.object({
  actor: z.coerce.number<string | number>().pipe(id).optional(),
  object: z.string().max(50).optional(),
  objectId: z.coerce.number<string | number>().pipe(id).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

/** Most rows that one file holds, so that no export holds up the server. */
export const MAX_AUDIT_ROWS = 20_000;

export const auditContract = contract({
  'GET /api/audit': {
    access: 'manager',
    summary: 'The audit log of the business, newest first',
    query: pageQuery.extend(auditFilters.shape),
    paged: true,
    response: z.array(auditRow),
  },
  'GET /api/audit/export': {
    access: 'manager',
    summary: 'The audit log as CSV, oldest first, with the text that each hash was made of',
    query: auditFilters,
    recorded: true,
    response: z.string(),
    raw: true,
    heavy: true,
  },
});
