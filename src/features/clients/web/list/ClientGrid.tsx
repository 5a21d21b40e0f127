import { Plus, SearchX, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { useClients } from '#features/clients/web/queries.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { ClientCard } from './ClientCard.tsx';
import type { ClientCardProps } from './ClientCard.tsx';

const SKELETON_CARDS = 6;
const gridClass = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

type ClientGridProps = Omit<ClientCardProps, 'client'> & {
  /** The clients that match the filter. */
  shown: readonly Client[];
  onAdd: () => void;
  onClearFilter: () => void;
};

/** Clients as cards, with loading, empty and error states. */
export function ClientGrid({ shown, onAdd, onClearFilter, ...card }: ClientGridProps) {
  const clients = useClients();
  if (clients.isPending) return <SkeletonGrid />;
  if (clients.isLoadingError) {
    return (
      <Frame>
        <ErrorState
          title="Couldn't load clients"
          body={messageOf(clients.error, 'Something went wrong. Please try again.')}
          onRetry={() => void clients.refetch()}
          retrying={clients.isFetching}
        />
      </Frame>
    );
  }
  if (clients.data.length === 0) return <NoClients onAdd={onAdd} />;
  if (shown.length === 0) return <NoMatches onClearFilter={onClearFilter} />;
  return (
    <ul aria-label="Clients" className={gridClass}>
      {shown.map((client) => (
        <ClientCard key={client.id} client={client} {...card} />
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
        body="No clients match this search and status."
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
