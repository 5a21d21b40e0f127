/** The documents of a client, for the client screens. */
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { Documents } from './list/Documents.tsx';
import { useDocuments, type DocumentOwner } from './queries.ts';
import { formatFileSize } from '#platform/web/numberFormat.ts';
import { formatDate } from '#platform/web/format.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { DocumentName } from './list/DocumentName.tsx';

/** Upload Document. */
export const UploadDocumentDialog = lazyDialog(
  async () => (await import('./list/UploadDocument.tsx')).UploadDocument,
);

type DocumentsCardProps = { client: DocumentOwner; timeZone: string; editable: boolean };

/** All documents of a client, with uploading and deleting for managers. */
export function DocumentsCard({ client, timeZone, editable }: DocumentsCardProps) {
  const [uploading, setUploading] = useState(false);
  const upload = () => setUploading(true);
  return (
    <Card
      headingLevel={3}
      title="Documents"
      actions={
        editable && (
          <Button size="sm" icon={<Upload aria-hidden />} onClick={upload}>
            Upload Document
          </Button>
        )
      }
    >
      <Documents client={client} timeZone={timeZone} onUpload={editable ? upload : undefined} />
      <UploadDocumentDialog client={client} open={uploading} onOpenChange={setUploading} />
    </Card>
  );
}

const RECENT = 3;

type RecentDocumentsProps = { clientId: number; timeZone: string; onViewAll: () => void };

/** Recent Documents of the client detail dialog: the newest three. */
export function RecentDocuments({ clientId, timeZone, onViewAll }: RecentDocumentsProps) {
  const documents = useDocuments(clientId);
  const hasDocuments = documents.data !== undefined && documents.data.length > 0;
  return (
    <Section
      title="Recent Documents"
      actions={
        hasDocuments && (
          <Button size="sm" variant="ghost" onClick={onViewAll}>
            View All
          </Button>
        )
      }
    >
      {documents.isPending && <Skeleton className="h-12" />}
      {documents.isError && <QueryError title="Couldn't load documents" query={documents} />}
      {documents.data?.length === 0 && <p className="text-sm text-muted">No documents yet</p>}
      {hasDocuments && (
        <ul aria-label="Recent documents" className="divide-y divide-line">
          {documents.data.slice(0, RECENT).map((document) => (
            <li key={document.id} className="py-2 first:pt-0 last:pb-0">
              <DocumentName document={document} />
              <p className="text-sm text-muted">
                {formatFileSize(document.fileSize)} · {document.uploadedByName} ·{' '}
                {formatDate(document.createdAt, timeZone)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
