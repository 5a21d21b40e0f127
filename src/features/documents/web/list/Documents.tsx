import { FileText } from 'lucide-react';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import {
  useDocuments,
  type DocumentOwner,
  useDeleteDocument,
  type ClientDocument,
} from '#features/documents/web/queries.ts';
import { DocumentTable } from './DocumentTable.tsx';

type DocumentsProps = { client: DocumentOwner; timeZone: string; onUpload: (() => void) | undefined };

/** The documents of a client, with loading, empty and error states. */
export function Documents({ client, timeZone, onUpload }: DocumentsProps) {
  const documents = useDocuments(client.id);
  const remove = useDeletion();
  if (documents.isError) {
    return <QueryError title="Couldn't load documents" query={documents} />;
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

/** Deletes a document with its file after a confirmation. */
function useDeletion() {
  const deletion = useDeleteDocument();
  return ({ id, originalName }: ClientDocument) =>
    confirmChange({
      title: `Delete ${originalName}?`,
      body: "The file will be deleted for everyone. This can't be undone.",
      change: () => deletion.mutateAsync(id),
      done: 'Document deleted successfully',
      failed: 'Failed to delete document',
    });
}
