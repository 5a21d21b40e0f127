import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, decimal, id, instant, pageQuery } from '#platform/contract/fields.ts';

export const LEDGER_KINDS = ['purchase', 'adjustment', 'note', 'reversal'] as const;
export const ledgerKind = z.enum(LEDGER_KINDS);
export type LedgerKind = z.infer<typeof ledgerKind>;

/** A change of a client's units; positive adds to the available units, negative deducts. */
export const ledgerRow = z.object({
  id,
  clientId: id,
  kind: ledgerKind,
  delta: decimal,
  balanceAfter: decimal,
  noteId: id.nullable(),
  reason: z.string().nullable(),
  actorId: id,
  actorName: z.string(),
  createdAt: instant,
});

export const unitsContract = contract({
  'GET /api/clients/:id/ledger': {
    access: 'manager',
    summary: 'The unit history of a client, newest first',
    params: byId,
    query: pageQuery,
    paged: true,
    response: z.array(ledgerRow),
  },
});
