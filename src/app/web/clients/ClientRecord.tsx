import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '#platform/web/apiError.ts';
import { usePageTitle } from '#platform/web/pageTitle.ts';
import { toRowId } from '#platform/web/searchParams.ts';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { clientQuery, type Client } from '#features/clients/web/queries.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { NotFoundPage } from '#app/web/NotFoundPage.tsx';
import { ClientTabs } from './ClientTabs.tsx';

type ClientRecordProps = {
  /** The tab named after the client in the title; omitted for the overview. */
  tab?: string;
  children: (client: Client) => ReactNode;
};

/** The record of the client in the URL: the tabs and the current tab's content. */
export function ClientRecord(props: ClientRecordProps) {
  const id = toRowId(useParams({ strict: false }).clientId);
  return id === undefined ? <NotFoundPage /> : <LoadedRecord id={id} {...props} />;
}

function LoadedRecord({ id, tab, children }: ClientRecordProps & { id: number }) {
  const client = useQuery(clientQuery(id));
  const { data, error } = client;
  const isNotFound = error instanceof ApiError && error.status === 404;
  usePageTitle({
    title: isNotFound ? 'Client not found' : [data?.contactName ?? 'Client', tab].filter(Boolean).join(': '),
    subtitle: isNotFound ? undefined : data?.companyName,
  });
  if (isNotFound) return <ClientNotFound />;
  return (
    <>
      <ClientTabs clientId={id} />
      {client.isLoadingError ? (
        <QueryError title="Couldn't load the client" query={client} />
      ) : data ? (
        children(data)
      ) : (
        <RecordSkeleton />
      )}
    </>
  );
}

function ClientNotFound() {
  const isManager = useIsManager();
  return (
    <EmptyState
      icon={<UserX />}
      title="This client no longer exists"
      body={
        isManager
          ? 'A colleague may have deleted the client. Notes and unit history are kept.'
          : 'The client may have been deleted, or is no longer assigned to you.'
      }
    />
  );
}

function RecordSkeleton() {
  return (
    <div role="status" aria-label="Loading the client" className="grid items-start gap-5 lg:grid-cols-2">
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  );
}
