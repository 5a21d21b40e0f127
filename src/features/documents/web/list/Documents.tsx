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

/** The documents of a client, with loading, empty and error states. */
export function Documents({ client, timeZone, onUpload }: DocumentsProps) {
  const documents = useDocuments(client.id);
  const remove = useDeletion();
  if (documents.isError) {
    return (
      <ErrorState
        title="Couldn't load documents"
        body={messageOf(documents.error, 'Something went wrong. Please try again.')}
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
        body={`Store care plans, agreements, and photos for ${client.contactName} here.`}
        action={onUpload && <Button onClick={onUpload}>Upload First Document</Button>}
      />
    );
  }
  return (
    <DocumentTable rows={documents.data} timeZone={timeZone} onDelete={(document) => void remove(document)} />
  );
}
