/** The documents of a client, for the client screens. */
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { Section } from '#platform/web/ui/Section.tsx';
import { Documents } from './list/Documents.tsx';
import { RecentList } from './list/RecentList.tsx';
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

type RecentDocumentsProps = { clientId: number; timeZone: string; onViewAll: () => void };

/** Recent Documents of the client detail dialog: the newest three. */
export function RecentDocuments({ clientId, timeZone, onViewAll }: RecentDocumentsProps) {
  const documents = useDocuments(clientId);
  const some = documents.data !== undefined && documents.data.length > 0;
  return (
    <Section
      title="Recent Documents"
      actions={
        some && (
          <Button size="sm" variant="ghost" onClick={onViewAll}>
            View All
          </Button>
        )
      }
    >
      <RecentList clientId={clientId} timeZone={timeZone} />
    </Section>
  );
}
