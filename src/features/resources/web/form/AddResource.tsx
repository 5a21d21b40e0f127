import { useState } from 'react';
import { z } from 'zod';
import { issuesOf, messageOf } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { FileField, UploadProgress, useFileUpload, type FileUpload } from '#features/files/web/public.tsx';
import { resourceForm, resourceLink } from '#features/resources/contract.ts';
import { useAddLink, useUploadResource } from '#features/resources/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { ResourceFields } from './ResourceFields.tsx';

const FORM = 'add-resource';

const kinds = [
  { value: 'file', label: 'Upload File' },
  { value: 'url', label: 'Add URL' },
] as const;

type Kind = (typeof kinds)[number]['value'];

const labels = {
  file: {
    submit: 'Upload Resource',
    pending: 'Uploading...',
    done: 'Resource uploaded successfully',
    failed: 'Failed to upload resource',
  },
  url: {
    submit: 'Add Resource',
    pending: 'Adding...',
    done: 'Resource added successfully',
    failed: 'Failed to add resource',
  },
};

/** Add Resource: a file or a link. */
export function AddResource({ open, onOpenChange }: OpenState) {
  const [kind, setKind] = useState<Kind>('file');
  const upload = useFileUpload();
  const link = useAddLink();
  function change(next: boolean) {
    upload.reset();
    setKind('file');
    onOpenChange(next);
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={change}
      sticky
      title="Add Resource"
      description="Forms, policies, and guides for your team"
      form={FORM}
      submit={labels[kind].submit}
      pending={upload.progress !== null || link.isPending}
      pendingLabel={labels[kind].pending}
      disabled={kind === 'file' && !upload.file}
    >
      <ResourceForm kind={kind} onKind={setKind} upload={upload} link={link} onDone={() => change(false)} />
    </FormDialog>
  );
}

/** The schemas of the form; only a link's URL is validated. */
const schemas = {
  file: resourceForm.extend({ fileUrl: z.string() }),
  url: resourceForm.extend({ fileUrl: resourceLink.shape.fileUrl }),
};

type Values = z.input<typeof schemas.url>;

const defaultValues: Values = {
  title: '',
  description: '',
  category: 'other',
  accessLevel: 'all',
  fileUrl: '',
};

type ResourceFormProps = {
  kind: Kind;
  onKind: (kind: Kind) => void;
  upload: FileUpload;
  link: ReturnType<typeof useAddLink>;
  onDone: () => void;
};

/** The form of Add Resource. Switching between file and link keeps the common fields. */
function ResourceForm({ kind, onKind, upload, link, onDone }: ResourceFormProps) {
  const user = useUser();
  const form = useZodForm({ schema: schemas[kind], defaultValues });
  const persisted = usePersistedForm({ key: ownKey(user.id, 'resource'), form, storage: 'session' });
  const send = useUploadResource();
  const { keyFor } = useIdempotencyKey();
  /** @returns false when the user stopped the upload */
  async function add({ fileUrl, ...fields }: z.output<typeof schemas.url>): Promise<boolean> {
    if (kind === 'file') return upload.run(fields, (file) => send.mutateAsync({ fields, ...file }));
    const body = { ...fields, fileUrl };
    await link.mutateAsync({ body, idempotencyKey: keyFor(body) });
    return true;
  }
  async function save(values: z.output<typeof schemas.url>) {
    try {
      if (!(await add(values))) return;
      persisted.clear();
      toast({ title: 'Success', description: labels[kind].done });
      onDone();
    } catch (error) {
      failureToast(error, labels[kind].failed);
      const issues = issuesOf(error) ?? [];
      const others = issues.filter(({ path }) => path !== 'file');
      if (!applyServerIssues(form, others) && issues.length === 0) {
        form.setError('root.server', { message: messageOf(error, "The resource wasn't saved.") });
      }
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <SegmentedControl legend="Resource type" value={kind} onChange={onKind} options={kinds} />
      {kind === 'file' ? (
        <FileField upload={upload} />
      ) : (
        <FormText<Values>
          name="fileUrl"
          label="File URL"
          type="url"
          inputMode="url"
          required
          placeholder="https://"
          autoComplete="off"
        />
      )}
      <ResourceFields />
      <UploadProgress upload={upload} />
    </Form>
  );
}
