import { ownKey } from '#platform/web/forms/formMemory.ts';
import { useState } from 'react';
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
import { FileField, UploadProgress } from '#features/files/web/public.tsx';
import type { useUpload } from '#features/files/web/public.tsx';
import { ResourceFields } from './ResourceFields.tsx';
import { defaultValues, schemas } from './resourceSchemas.ts';
import type { ResourceKind, ResourceValues, Values } from './resourceSchemas.ts';
import { useAddResource } from './useAddResource.ts';

export const RESOURCE_FORM = 'add-resource';

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
export function ResourceForm({ kind, onKind, file, onFile, upload, onPending, onDone }: ResourceFormProps) {
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
