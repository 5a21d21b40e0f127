import { z } from 'zod';
import { messageOf } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { useUploadDocument, type DocumentOwner } from '#features/documents/web/queries.ts';
import { FileField, UploadProgress, useFileUpload, type FileUpload } from '#features/files/web/public.tsx';

const FORM = 'upload-document';
const LIMIT = 2000;
const schema = z.object({
  description: z
    .string()
    .trim()
    .max(LIMIT, { error: `At most ${LIMIT} characters` }),
});

type Values = z.input<typeof schema>;

type UploadDocumentProps = OpenState & { client: DocumentOwner };

/** Upload Document: a file and an optional description. */
export function UploadDocument({ client, open, onOpenChange }: UploadDocumentProps) {
  const upload = useFileUpload();
  function change(next: boolean) {
    upload.reset();
    onOpenChange(next);
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={change}
      sticky
      title="Upload Document"
      description={`For ${client.contactName}`}
      form={FORM}
      submit="Upload Document"
      pending={upload.progress !== null}
    >
      <DocumentForm clientId={client.id} upload={upload} onDone={() => change(false)} />
    </FormDialog>
  );
}

type DocumentFormProps = { clientId: number; upload: FileUpload; onDone: () => void };

function DocumentForm({ clientId, upload, onDone }: DocumentFormProps) {
  const form = useZodForm({ schema, defaultValues: { description: '' } });
  const send = useUploadDocument();
  async function save(values: Values) {
    const document = { clientId, ...values };
    try {
      if (!(await upload.run(document, (file) => send.mutateAsync({ ...document, ...file })))) return;
      toast({ title: 'Document uploaded successfully' });
      onDone();
    } catch (error) {
      failureToast(error, 'Failed to upload document');
      upload.setProblem((problem) => problem ?? messageOf(error, "The file wasn't saved."));
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <FileField upload={upload} />
      <FormTextArea<Values> name="description" label="Description" optional rows={3} limit={LIMIT} />
      <UploadProgress upload={upload} />
    </Form>
  );
}
