import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { useUpload, FileField, UploadProgress } from '#features/files/web/public.tsx';
import { ownKey } from '#platform/web/forms/formMemory.ts';
import { z } from 'zod';
import { issuesOf, messageOf } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { useFormMemory } from '#platform/web/forms/useFormMemory.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { findFileProblem } from '#features/files/rules.ts';
import { ResourceFields } from './ResourceFields.tsx';
import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { resourceForm, resourceLink } from '#features/resources/contract.ts';
import { useAddLink, useUploadResource } from '#features/resources/web/queries.ts';

const labels = {
  file: { submit: 'Upload Resource', pending: 'Uploading...' },
  url: { submit: 'Add Resource', pending: 'Adding...' },
};

type AddResourceProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Add Resource: a file, or a link to one. */
export function AddResource({ open, onOpenChange }: AddResourceProps) {
  const [kind, setKind] = useState<ResourceKind>('file');
  const [file, setFile] = useState<File | null>(null);
  const [pending, setPending] = useState(false);
  const upload = useUpload();
  function close() {
    upload.stop();
    setFile(null);
    setKind('file');
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      sticky
      title="Add Resource"
      description="Forms, policies, and guides for your team"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={RESOURCE_FORM}
            pending={pending}
            pendingLabel={labels[kind].pending}
            disabled={kind === 'file' && !file}
          >
            {labels[kind].submit}
          </Button>
        </>
      }
    >
      <ResourceForm
        kind={kind}
        onKind={setKind}
        file={file}
        onFile={setFile}
        upload={upload}
        onPending={setPending}
        onDone={close}
      />
    </Dialog>
  );
}

const RESOURCE_FORM = 'add-resource';

type ResourceKind = 'file' | 'url';

/** The schemas of the Add Resource form; only a link's URL is validated. */
const schemas = {
  file: resourceForm.extend({ fileUrl: z.string() }),
  url: resourceForm.extend({ fileUrl: resourceLink.shape.fileUrl }),
};

type Values = z.input<typeof schemas.url>;
type ResourceValues = z.output<typeof schemas.url>;

const defaultValues: Values = {
  title: '',
  description: '',
  category: 'other',
  accessLevel: 'all',
  fileUrl: '',
};

const kinds = [
  { value: 'file', label: 'Upload File' },
  { value: 'url', label: 'Add URL' },
] as const;

const messages = {
  file: { done: 'Resource uploaded successfully', failed: 'Failed to upload resource' },
  url: { done: 'Resource added successfully', failed: 'Failed to add resource' },
};

type ResourceFormProps = {
  kind: ResourceKind;
  onKind: (kind: ResourceKind) => void;
  file: File | null;
  onFile: (file: File | null) => void;
  upload: ReturnType<typeof useUpload>;
  onPending: (pending: boolean) => void;
  onDone: () => void;
};

/** The form of Add Resource. Switching between file and link keeps the common fields. */
function ResourceForm({ kind, onKind, file, onFile, upload, onPending, onDone }: ResourceFormProps) {
  const user = useUser();
  const form = useZodForm({ schema: schemas[kind], defaultValues });
  const memory = useFormMemory({ key: ownKey(user.id, 'resource'), form, storage: 'session' });
  const [mistake, setMistake] = useState<string>();
  const add = useAddResource(upload);
  const sending = upload.progress !== null;
  function choose(chosen: File | null) {
    onFile(chosen);
    setMistake(chosen ? (findFileProblem(chosen) ?? undefined) : undefined);
  }
  async function save(values: ResourceValues) {
    const wrong = kind === 'file' && file && findFileProblem(file);
    if (wrong) return setMistake(wrong);
    onPending(true);
    try {
      if (!(await add(values, kind === 'file' ? file : null))) return;
      memory.clear();
      toast({ title: 'Success', description: messages[kind].done });
      onDone();
    } catch (error) {
      failureToast(error, messages[kind].failed);
      const issues = issuesOf(error) ?? [];
      setMistake(issues.find(({ path }) => path === 'file')?.message);
      const others = issues.filter(({ path }) => path !== 'file');
      if (!applyServerIssues(form, others) && issues.length === 0) {
        form.setError('root.server', { message: messageOf(error, "The resource wasn't saved.") });
      }
    } finally {
      onPending(false);
    }
  }
  return (
    <Form id={RESOURCE_FORM} form={form} onSubmit={save}>
      <SegmentedControl legend="Resource type" value={kind} onChange={onKind} options={kinds} />
      {kind === 'file' ? (
        <FileField file={file} error={mistake} onChange={choose} disabled={sending} />
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
      {upload.progress && <UploadProgress progress={upload.progress} onStop={upload.stop} />}
    </Form>
  );
}

/**
 * Adds a file, or a link if there is none. A repeated attempt is executed once.
 * @returns false when the user stopped the upload
 */
function useAddResource(upload: ReturnType<typeof useUpload>) {
  const send = useUploadResource();
  const add = useAddLink();
  const { keyFor } = useAttemptKey();
  return async ({ fileUrl, ...fields }: ResourceValues, file: File | null): Promise<boolean> => {
    if (!file) {
      const body = { ...fields, fileUrl };
      await add.mutateAsync({ body, idempotencyKey: keyFor(body) });
      return true;
    }
    const { name, size, lastModified } = file;
    const idempotencyKey = keyFor({ ...fields, name, size, lastModified });
    return upload.run((sending) => send.mutateAsync({ file, fields, idempotencyKey, ...sending }));
  };
}
