import { z } from 'zod';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { resourceForm, resourceLink } from '#features/resources/contract.ts';
import { statusLabels } from '#features/resources/rules.ts';
import { useChangeResource, type Resource } from '#features/resources/web/queries.ts';
import { ResourceFields } from './ResourceFields.tsx';

const FORM = 'edit-resource';
/** The URL of an uploaded file can't be changed. */
const ofFile = resourceForm.extend({ status: resourceLink.shape.status, fileUrl: z.string() });
const statuses = toOptions(statusLabels);

type Values = z.input<typeof resourceLink>;

type EditResourceProps = {
  /** The resource being edited, or the last one while the dialog closes. */
  resource: Resource;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Edit Resource: everything except the file itself. */
export function EditResource({ resource, open, onOpenChange }: EditResourceProps) {
  const change = useChangeResource();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="Edit Resource"
      description={resource.originalName ?? 'Link'}
      form={FORM}
      submit="Save"
      pending={change.isPending}
    >
      <EditForm
        resource={resource}
        onSave={async (body) => {
          await change.mutateAsync({ id: resource.id, body });
          onOpenChange(false);
        }}
      />
    </FormDialog>
  );
}

type EditFormProps = { resource: Resource; onSave: (body: Partial<Values>) => Promise<void> };

function EditForm({ resource, onSave }: EditFormProps) {
  const isLink = resource.kind === 'url';
  const { title, description, category, accessLevel, status, fileUrl } = resource;
  const form = useZodForm({
    schema: isLink ? resourceLink : ofFile,
    defaultValues: { title, description: description ?? '', category, accessLevel, status, fileUrl },
  });
  const save = ({ fileUrl: link, ...fields }: z.output<typeof ofFile>) =>
    saveForm(form, {
      save: () => onSave(isLink ? { ...fields, fileUrl: link } : fields),
      done: { title: 'Success', description: 'Resource updated successfully' },
      failed: 'Failed to update resource',
      fallback: "The resource wasn't saved.",
    });
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      {isLink && <FormText<Values> name="fileUrl" label="File URL" type="url" inputMode="url" required />}
      <ResourceFields />
      <FormSelect<Values>
        name="status"
        label="Status"
        hint="Employees see active resources only"
        options={statuses}
      />
    </Form>
  );
}
