import { Link, linkOptions } from '@tanstack/react-router';
import type { Omission } from '#features/invoices/invoiceContract.ts';
import { omissionLabels } from '#features/invoices/rules.ts';

/** A visit that is not billed; without a note, all visits of the client with the same reason. */
type Omitted = {
  why: Omission;
  clientId: number;
  noteId?: number;
  /** The draft, invoice, or claim batch that the visit is on. */
  invoiceId?: number | null;
  claimBatchId?: number | null;
};

const linkClass = 'text-sm text-accent-ink underline underline-offset-2 pointer-coarse:py-3';

/** Why visits are not billed, as a link to the draft, invoice, or claim batch they are on or to where it is corrected. */
export const OmissionLink = ({ omitted }: { omitted: Omitted }) =>
  omitted.why === 'no_authorization' ? (
    <MissingAuthorization omitted={omitted} />
  ) : (
    <Link {...toTarget(omitted)} className={linkClass}>
      {omissionLabels[omitted.why]}
    </Link>
  );

/** An authorization counts from the next signature on, so adding it alone does not correct the visit (decision 045). */
function MissingAuthorization({ omitted: { clientId, noteId } }: { omitted: Omitted }) {
  return (
    <span className="text-sm sm:max-w-72">
      {omissionLabels.no_authorization}
      <span className="block text-muted">
        <Link
          to="/clients/$clientId/authorizations"
          params={{ clientId: String(clientId) }}
          search={{ action: 'add' }}
          className={linkClass}
        >
          Add an authorization
        </Link>
        , then{' '}
        <Link {...toNotes(clientId, noteId)} className={linkClass}>
          reopen and send back {noteId === undefined ? 'the notes' : 'the note'}
        </Link>{' '}
        to be signed again.
      </span>
    </span>
  );
}

/** Rates are in the record of the client, all else is in the note. */
function toTarget({ why, clientId, noteId, invoiceId, claimBatchId }: Omitted) {
  if (invoiceId) return linkOptions({ to: '/billing/$invoiceId', params: { invoiceId: String(invoiceId) } });
  if (claimBatchId)
    return linkOptions({ to: '/billing/claims/$batchId', params: { batchId: String(claimBatchId) } });
  if (why === 'no_rate')
    return linkOptions({ to: '/clients/$clientId', params: { clientId: String(clientId) } });
  return toNotes(clientId, noteId);
}

/** The note, or the approved ones of the client. */
const toNotes = (clientId: number, noteId: number | undefined) =>
  linkOptions({
    to: '/management',
    search: noteId === undefined ? { clientId, status: 'resolved' as const } : { note: noteId },
  });
