/** The documents of a client, for the client screens. */

import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#platform/web/format.ts';
import { formatFileSize } from '#platform/web/numberFormat.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { DocumentName } from './list/DocumentName.tsx';
import { Documents } from './list/Documents.tsx';
import { useDocuments, type DocumentOwner } from './queries.ts';

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

type RecentDocumentsProps = { clientId: number; timeZone: string };

/** Recent Documents of a client: the newest three, with a link to all. */
export function RecentDocuments({ clientId, timeZone }: RecentDocumentsProps) {
  const documents = useDocuments(clientId);
  const hasDocuments = documents.data !== undefined && documents.data.length > 0;
  return (
    <Card
      title="Recent Documents"
      actions={
        hasDocuments && (
          <Link
            to="/clients/$clientId/documents"
            params={{ clientId: String(clientId) }}
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
          >
            View All
          </Link>
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
    </Card>
  );
}
