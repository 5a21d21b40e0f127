import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, decimal, id, idInPath, instant, pageQuery } from '#platform/contract/fields.ts';

export const LEDGER_KINDS = ['purchase', 'adjustment', 'note', 'reversal'] as const;
export const ledgerKind = z.enum(LEDGER_KINDS);
export type LedgerKind = z.infer<typeof ledgerKind>;

/** Problems of a note's units when overuse is allowed. */
export const UNIT_CHECKS = ['over_units', 'cap_exceeded', 'no_authorization'] as const;
export const unitCheck = z.enum(UNIT_CHECKS);
export type UnitCheck = z.infer<typeof unitCheck>;

/** Why a note would be refused. */
export const UNIT_REFUSALS = ['authorization_required', 'not_enough_units', 'cap_exceeded'] as const;
export type UnitRefusal = (typeof UNIT_REFUSALS)[number];

/** A change of a client's units; positive adds to the available units, negative deducts. */
export const ledgerRow = z.object({
  id,
  clientId: id,
  kind: ledgerKind,
  /** The account; null for the general account. */
  authorizationId: id.nullable(),
  delta: decimal,
  /** The balance of that account. */
  balanceAfter: decimal,
  noteId: id.nullable(),
  /** Disputed by the client, without an answer. */
  disputed: z.boolean(),
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
    query: pageQuery.extend({ authorizationId: z.literal('general').or(idInPath).optional() }),
    paged: true,
    response: z.array(ledgerRow),
  },
});
