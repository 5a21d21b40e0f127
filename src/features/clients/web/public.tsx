/** The components of clients for other features. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { clientsQuery } from './queries.ts';

/** The Edit Client Information dialog. */
export const EditClientInfoDialog = lazyDialog(
  async () => (await import('./form/EditClientInformation.tsx')).EditClientInformation,
);

type ClientLinkProps = {
  clientId: number;
  /** In a line of text: the target on touch screens is larger than the text, without changing its line. */
  isInText?: boolean;
  children: ReactNode;
};

const blockClass = 'pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';
const textClass =
  'relative inline-block max-w-full wrap-anywhere pointer-coarse:after:absolute pointer-coarse:after:top-1/2 pointer-coarse:after:left-1/2 pointer-coarse:after:h-11 pointer-coarse:after:w-full pointer-coarse:after:min-w-11 pointer-coarse:after:-translate-1/2';

/** The name of a client, as a link to the record if the user can open it. */
export function ClientLink({ clientId, isInText = false, children }: ClientLinkProps) {
  const canOpen = useCanOpenRecord(clientId);
  const layout = isInText ? textClass : blockClass;
  // The same box, so that nothing moves when the name becomes a link.
  if (!canOpen) return <span className={layout}>{children}</span>;
  return (
    <Link
      to="/clients/$clientId"
      params={{ clientId: String(clientId) }}
      className={`text-accent-ink underline ${layout}`}
    >
      {children}
    </Link>
  );
}

/** Checks the user's access to the record of a client: managers open any, others those assigned to them. */
function useCanOpenRecord(clientId: number): boolean {
  const isManager = useIsManager();
  const assigned = useQuery({ ...clientsQuery(), enabled: !isManager }).data;
  return isManager || assigned?.some(({ id }) => id === clientId) === true;
}
