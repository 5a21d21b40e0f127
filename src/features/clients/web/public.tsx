/** The components of clients for other features. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';

/** The Edit Client Information dialog. */
export const EditClientInfoDialog = lazyDialog(
  async () => (await import('./form/EditClientInformation.tsx')).EditClientInformation,
);

type ClientLinkProps = { clientId: number; children: ReactNode };

/** The name of a client as a link to the record. */
export const ClientLink = ({ clientId, children }: ClientLinkProps) => (
  <Link
    to="/clients/$clientId"
    params={{ clientId: String(clientId) }}
    className="text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
  >
    {children}
  </Link>
);
