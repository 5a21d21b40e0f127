import { z } from 'zod';
import { contract } from '../../platform/contract/endpoint.ts';
import { id, instant, pageQuery } from '../../platform/contract/fields.ts';

/** Who did what to which row, when and from where. */
export const auditRow = z.object({
  seq: z.int(),
  actorId: id.nullable(),
  actorName: z.string().nullable(),
  action: z.string(),
  object: z.string(),
  objectId: id.nullable(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  createdAt: instant,
  hash: z.string(),
});

export const auditContract = contract({
  'GET /api/audit': {
    access: 'manager',
    summary: 'The audit log of the business, newest first',
    query: pageQuery.extend({
      actor: z.coerce.number<string | number>().pipe(id).optional(),
      object: z.string().max(50).optional(),
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
    }),
    paged: true,
    response: z.array(auditRow),
  },
});
