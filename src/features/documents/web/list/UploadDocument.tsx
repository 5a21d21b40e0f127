import { useState } from 'react';
import { z } from 'zod';
import { issuesOf, messageOf } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { findFileProblem } from '#features/files/rules.ts';
import { FileField, UploadProgress, useUpload } from '#features/files/web/public.tsx';
import { useUploadDocument, type DocumentOwner } from '#features/documents/web/queries.ts';

const FORM = 'upload-document';
const LIMIT = 2000;
const schema = z.object({
  description: z
    .string()
    .trim()
    .max(LIMIT, { error: `At most ${LIMIT} characters` }),
});

type Values = z.input<typeof schema>;

type UploadDocumentProps = {
  client: DocumentOwner;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Upload Document: a file and an optional description. */
export function UploadDocument({ client, open, onOpenChange }: UploadDocumentProps) {
  const upload = useUpload();
  const close = () => {
    upload.stop();
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      sticky
      title="Upload Document"
      description={`For ${client.contactName}`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} pending={upload.progress !== null}>
            Upload Document
          </Button>
        </>
      }
    >
      <DocumentForm clientId={client.id} upload={upload} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type DocumentFormProps = { clientId: number; upload: ReturnType<typeof useUpload>; onDone: () => void };

function DocumentForm({ clientId, upload, onDone }: DocumentFormProps) {
  const form = useZodForm({ schema, defaultValues: { description: '' } });
  const [file, setFile] = useState<File | null>(null);
  const [mistake, setMistake] = useState<string>();
  const send = useUploadDocument();
  const { keyFor } = useAttemptKey();
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setMistake(chosen ? (findFileProblem(chosen) ?? undefined) : undefined);
  };
  async function save({ description }: Values) {
    const wrong = file ? findFileProblem(file) : 'Please choose a file';
    setMistake(wrong ?? undefined);
    if (!file || wrong) return;
    const { name, size, lastModified } = file;
    const idempotencyKey = keyFor({ clientId, description, name, size, lastModified });
    try {
      const done = await upload.run((sending) =>
        send.mutateAsync({ clientId, file, description, idempotencyKey, ...sending }),
      );
      if (!done) return;
      toast({ title: 'Document uploaded successfully' });
      onDone();
    } catch (error) {
      failureToast(error, 'Failed to upload document');
      setMistake(
        issuesOf(error)?.find(({ path }) => path === 'file')?.message ??
          messageOf(error, "The file wasn't saved."),
      );
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <FileField file={file} error={mistake} onChange={choose} disabled={upload.progress !== null} />
      <FormTextArea<Values> name="description" label="Description" optional rows={3} limit={LIMIT} />
      {upload.progress && <UploadProgress progress={upload.progress} onStop={upload.stop} />}
    </Form>
  );
}
