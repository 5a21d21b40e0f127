import { ownKey } from '#platform/web/forms/persistedForm.ts';
import type { z } from 'zod';

import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { clientServiceInput } from '#features/clients/contract.ts';
import { useAddService, type Client } from '#features/clients/web/queries.ts';
import { serviceStatusLabels } from '#features/clients/rules.ts';
import { toOptions } from '#platform/web/ui/options.ts';

const FORM = 'add-service';
const schema = clientServiceInput.omit({ clientId: true });

type Values = z.input<typeof schema>;
type Output = z.output<typeof schema>;

const defaultValues: Values = {
  serviceName: '',
  serviceDescription: '',
  status: 'approved',
  expiryDate: '',
  notes: '',
};
const statuses = toOptions(serviceStatusLabels);

type AddServiceDialogProps = { client: Client; open: boolean; onOpenChange: (open: boolean) => void };

/** Adds a service to a client. */
export function AddServiceDialog({ client, open, onOpenChange }: AddServiceDialogProps) {
  const add = useAddService();
  const { keyFor } = useAttemptKey();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="Add Service"
      description={`For ${client.contactName}`}
      form={FORM}
      submit="Add Service"
      pending={add.isPending}
    >
      <ServiceForm
        clientId={client.id}
        onSave={async (body) => {
          await add.mutateAsync({ clientId: client.id, body, idempotencyKey: keyFor(body) });
          onOpenChange(false);
        }}
      />
    </FormDialog>
  );
}

type ServiceFormProps = { clientId: number; onSave: (values: Output) => Promise<void> };

function ServiceForm({ clientId, onSave }: ServiceFormProps) {
  const user = useUser();
  const form = useZodForm({ schema, defaultValues });
  const persisted = usePersistedForm({
    key: ownKey(user.id, `service:${clientId}`),
    form,
    storage: 'session',
  });
  async function save(values: Output) {
    const isSaved = await saveForm(form, {
      save: () => onSave(values),
      done: 'Service added successfully',
      failed: 'Failed to add service',
      fallback: "The service wasn't saved.",
    });
    if (isSaved) persisted.clear();
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <FormText<Values> name="serviceName" label="Service Name" required autoComplete="off" />
      <FormTextArea<Values> name="serviceDescription" label="Description" optional rows={2} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormSelect<Values> name="status" label="Status" options={statuses} />
        <FormText<Values> name="expiryDate" label="Expiry Date" type="date" optional />
      </div>
      <FormTextArea<Values> name="notes" label="Notes" optional rows={2} />
    </Form>
  );
}
