import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Clock, KeyRound, TriangleAlert, Undo2, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { hasUnits, isLongExpired } from '#features/clients/accountStateRules.ts';
import { describeForecast, useAccountName } from '#features/clients/web/accounts/public.tsx';
import { useClientAssignments } from '#features/clients/web/assignments/queries.ts';
import type { Account, Client } from '#features/clients/web/queries.ts';
import { clientNotesQuery } from '#features/notes/web/queries.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';

/** Open tasks for a client: accounts, code, notes and assignments. Employees see their own notes. */
export function ClientAttention({ client }: { client: Client }) {
  const isManager = useIsManager();
  const nameOf = useAccountName();
  const pending = useQuery(clientNotesQuery(client.id, { status: 'pending', limit: 1 }));
  const sentBack = useQuery(clientNotesQuery(client.id, { status: 'in-progress', limit: 1 }));
  const assignments = useClientAssignments(client.id);
  const failed = [pending, sentBack, assignments].find(({ isLoadingError }) => isLoadingError);
  const isLoading = [pending, sentBack, assignments].some(({ isPending }) => isPending);
  const accounts = client.accounts.filter(needsAttention);
  const isUnassigned = client.status === 'active' && assignments.data?.length === 0;
  const count = (total = 0) => plural(total, 'note', 'notes');
  const items = [
    ...accounts.map((account) => (
      <Item key={account.authorizationId ?? 'general'} icon={<TriangleAlert />}>
        <Link to="/clients/$clientId/units" params={{ clientId: String(client.id) }} className={linkClass}>
          {nameOf(account)}: {summaryOf(account)}
        </Link>
      </Item>
    )),
    !client.hasSignatureCode && (
      <Item key="code" icon={<KeyRound />}>
        No signature code: {client.contactName} can&rsquo;t sign notes
      </Item>
    ),
    Boolean(pending.data?.total) && (
      <Item key="pending" icon={<Clock />}>
        <NotesLink client={client} status="pending">
          {count(pending.data?.total)} {isManager ? 'to review' : 'pending review'}
        </NotesLink>
      </Item>
    ),
    Boolean(sentBack.data?.total) && (
      <Item key="sent back" icon={<Undo2 />}>
        <NotesLink client={client} status="in-progress">
          {count(sentBack.data?.total)} sent back
        </NotesLink>
      </Item>
    ),
    isManager && isUnassigned && (
      <Item key="assignments" icon={<UserX />}>
        No one is assigned to {client.contactName}
      </Item>
    ),
  ].filter(Boolean);
  return (
    <Card title="Needs attention">
      {failed ? (
        <QueryError title="Couldn't load items that need attention" query={failed} />
      ) : isLoading ? (
        <SkeletonText lines={2} />
      ) : items.length > 0 ? (
        <ul className="grid gap-2">{items}</ul>
      ) : (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden className="size-4.5 shrink-0 text-success-ink" />
          Nothing needs attention
        </p>
      )}
    </Card>
  );
}

const linkClass =
  'text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

/** Accounts with a forecast, which only managers get, that are not on track. */
const needsAttention = (account: Account): boolean =>
  account.forecast !== undefined &&
  hasUnits(account) &&
  account.forecast.state !== 'on-track' &&
  !isLongExpired(account.forecast);

function summaryOf({ forecast, ...account }: Account): string {
  const [summary = ''] = forecast ? describeForecast({ ...account, forecast }) : [];
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}

function Item({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-pending-ink">
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

type NotesLinkProps = { client: Client; status: 'pending' | 'in-progress'; children: ReactNode };

function NotesLink({ client, status, children }: NotesLinkProps) {
  return (
    <Link
      to="/clients/$clientId/notes"
      params={{ clientId: String(client.id) }}
      search={{ status }}
      className={linkClass}
    >
      {children}
    </Link>
  );
}
