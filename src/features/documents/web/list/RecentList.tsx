import { formatFileSize } from '#platform/web/numberFormat.ts';
import { formatDate } from '#platform/web/format.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useDocuments } from '#features/documents/web/queries.ts';
import { DocumentName } from './DocumentName.tsx';

const LIMIT = 3;

/** The newest three documents of a client. */
export function RecentList({ clientId, timeZone }: { clientId: number; timeZone: string }) {
  const documents = useDocuments(clientId);
  if (documents.isPending) return <Skeleton className="h-12" />;
  if (documents.isError) {
    return <QueryError title="Couldn't load documents" query={documents} />;
  }
  if (documents.data.length === 0) return <p className="text-sm text-muted">No documents yet</p>;
  return (
    <ul aria-label="Recent documents" className="divide-y divide-line">
      {documents.data.slice(0, LIMIT).map((document) => (
        <li key={document.id} className="py-2 first:pt-0 last:pb-0">
          <DocumentName document={document} />
          <p className="text-sm text-muted">
            {formatFileSize(document.fileSize)} · {document.uploadedByName} ·{' '}
            {formatDate(document.createdAt, timeZone)}
          </p>
        </li>
      ))}
    </ul>
  );
}
