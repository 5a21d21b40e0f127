import { Link, linkOptions } from '@tanstack/react-router';
import type { Omission } from '#features/invoices/invoiceContract.ts';
import { omissionLabels } from '#features/invoices/rules.ts';

/** A visit that is not billed; without a note, all visits of the client with the same reason. */
type Omitted = {
  why: Omission;
  clientId: number;
  noteId?: number;
  /** What has billed the visit. */
  invoiceId?: number | null;
  claimBatchId?: number | null;
};

/** Why visits are not billed, as a link to what has billed them or to where it is corrected. */
export const OmissionLink = ({ omitted }: { omitted: Omitted }) => (
  <Link
    {...toTarget(omitted)}
    className="text-sm text-accent-ink underline underline-offset-2 pointer-coarse:py-3"
  >
    {omissionLabels[omitted.why]}
  </Link>
);

/** Rates and authorizations are in the record of the client, all else is in the note. */
function toTarget({ why, clientId, noteId, invoiceId, claimBatchId }: Omitted) {
  if (invoiceId) return linkOptions({ to: '/billing/$invoiceId', params: { invoiceId: String(invoiceId) } });
  if (claimBatchId)
    return linkOptions({ to: '/billing/claims/$batchId', params: { batchId: String(claimBatchId) } });
  const params = { clientId: String(clientId) };
  if (why === 'no_authorization') return linkOptions({ to: '/clients/$clientId/authorizations', params });
  if (why === 'no_rate') return linkOptions({ to: '/clients/$clientId', params });
  return linkOptions({ to: '/management', search: noteId === undefined ? { clientId } : { note: noteId } });
}
