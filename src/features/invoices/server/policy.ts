/** The permissions on an invoice. */

import { signOf } from '#platform/contract/decimals.ts';
import { isManager, type Session } from '#platform/server/context.ts';
import type { InvoiceState } from '#features/invoices/invoiceContract.ts';

type Actor = Pick<Session, 'role' | 'readOnly'>;

/** Matches the states of an invoice that was issued and is not void. */
export const isValid = (state: InvoiceState): boolean =>
  state === 'issued' || state === 'partly_paid' || state === 'paid';

/** The caller's permissions on an invoice. */
export function invoiceRights(
  actor: Actor,
  { state, total, paid }: { state: InvoiceState; total: string; paid: string },
) {
  const writes = isManager(actor) && !actor.readOnly;
  const isDraft = state === 'draft';
  return {
    edit: writes && isDraft,
    delete: writes && isDraft,
    issue: writes && isDraft,
    // A $0 invoice is marked paid when it is issued, without a payment.
    void: writes && isValid(state) && signOf(paid) === 0,
    recordPayment: writes && isValid(state) && signOf(total) > 0,
  };
}
