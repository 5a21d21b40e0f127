import { Plus, SearchX, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { useClients, type Client } from '#features/clients/web/queries.ts';
import { ClientCard, type ClientActions } from './ClientCard.tsx';
import { ClientTable, type LastVisits } from './ClientTable.tsx';

const SKELETON_CARDS = 6;
const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

type ClientListProps = ClientActions & {
  layout: 'table' | 'cards';
  timeZone: string;
  /** The clients that match the filter, sorted. */
  matches: readonly Client[];
  lastVisits: LastVisits | undefined;
  onAdd: () => void;
  onClearFilter: () => void;
};

/** Clients as a table or as cards, with loading, empty and error states. */
export function ClientList(props: ClientListProps) {
  const { layout, timeZone, matches, lastVisits, onAdd, onClearFilter, ...actions } = props;
  const clients = useClients();
  if (clients.isLoadingError) {
    return (
      <Frame>
        <QueryError title="Couldn't load clients" query={clients} />
      </Frame>
    );
  }
  if (clients.data?.length === 0) return <NoClients onAdd={onAdd} />;
  if (clients.data && matches.length === 0) return <NoMatches onClearFilter={onClearFilter} />;
  if (layout === 'table') {
    return <ClientTable rows={clients.data && matches} lastVisits={lastVisits} {...actions} />;
  }
  if (!clients.data) return <SkeletonGrid />;
  return (
    <ul aria-label="Clients" className={gridClass}>
      {matches.map((client) => (
        <ClientCard key={client.id} client={client} timeZone={timeZone} {...actions} />
      ))}
    </ul>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="rounded-md border border-line bg-surface shadow-raised">{children}</div>;
}

function NoClients({ onAdd }: { onAdd: () => void }) {
  return (
    <Frame>
      <EmptyState
        icon={<Users />}
        title="No clients yet"
        body="Start by adding your first client to manage their documents"
        action={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
            Add First Client
          </Button>
        }
      />
    </Frame>
  );
}

function NoMatches({ onClearFilter }: { onClearFilter: () => void }) {
  return (
    <Frame>
      <EmptyState
        icon={<SearchX />}
        title="No clients found"
        body="No clients match these filters."
        action={<Button onClick={onClearFilter}>Show all clients</Button>}
      />
    </Frame>
  );
}

function SkeletonGrid() {
  return (
    <div role="status" aria-label="Loading clients" className={gridClass}>
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <div
          key={index}
          className="flex h-79 flex-col gap-4 rounded-md border border-line bg-surface p-4 shadow-raised"
        >
          <div className="flex justify-between gap-3">
            <Skeleton className="h-6 w-2/5" />
            <Skeleton className="h-6 w-20" />
          </div>
          <SkeletonText lines={3} className="flex-1" />
          <Skeleton className="h-10" />
          <Skeleton className="h-2" />
          <Skeleton className="h-8" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      ))}
    </div>
  );
}
