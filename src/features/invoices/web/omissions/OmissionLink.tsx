import { Link } from '@tanstack/react-router';
import type { Omission } from '#features/invoices/invoiceContract.ts';
import { omissionLabels } from '#features/invoices/rules.ts';

const linkClass = 'text-sm text-accent-ink underline underline-offset-2 pointer-coarse:py-3';

type OmissionLinkProps = { why: Omission; clientId: number };

/** Why visits are not billed, as a link to where that is corrected if it is not in the note. */
export function OmissionLink({ why, clientId }: OmissionLinkProps) {
  const label = omissionLabels[why];
  const params = { clientId: String(clientId) };
  if (why === 'no_authorization')
    return (
      <Link to="/clients/$clientId/authorizations" params={params} className={linkClass}>
        {label}
      </Link>
    );
  if (why === 'no_rate')
    return (
      <Link to="/clients/$clientId" params={params} className={linkClass}>
        {label}
      </Link>
    );
  if (why === 'disputed')
    return (
      <Link to="/management" search={{ clientId }} className={linkClass}>
        {label}
      </Link>
    );
  return <span className="text-sm">{label}</span>;
}
