import { FileText } from 'lucide-react';
import { messageOf } from '#platform/web/apiError.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { useDocuments } from '#features/documents/web/queries.ts';
import type { DocumentOwner } from '#features/documents/web/queries.ts';
import { DocumentTable } from './DocumentTable.tsx';
import { useDeletion } from './useDeletion.ts';

type DocumentsProps = { client: DocumentOwner; timeZone: string; onUpload: (() => void) | undefined };

/** The documents of a client; while loading, empty and after a failure what is fitting then. */
export function Documents({ client, timeZone, onUpload }: DocumentsProps) {
  const documents = useDocuments(client.id);
  const remove = useDeletion();
  if (documents.isError) {
    return (
      <ErrorState
        title="Documents could not be loaded"
        body={messageOf(documents.error, 'Something went wrong on the way.')}
        onRetry={() => void documents.refetch()}
        retrying={documents.isFetching}
      />
    );
  }
  if (documents.data?.length === 0) {
    return (
      <EmptyState
        icon={<FileText />}
        title="No documents yet"
        body={`Care plans, agreements and photos of ${client.contactName} are kept here.`}
        action={onUpload && <Button onClick={onUpload}>Upload First Document</Button>}
      />
    );
  }
  return (
    <DocumentTable rows={documents.data} timeZone={timeZone} onDelete={(document) => void remove(document)} />
  );
}
