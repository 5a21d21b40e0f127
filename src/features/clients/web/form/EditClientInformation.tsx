import { useState } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { OpenState } from '#platform/web/ui/lazyComponent.tsx';
import { useChangeClient, useClients } from '#features/clients/web/queries.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { changesOf } from './clientForm.ts';
import { informationOf, informationSchema } from './clientInformation.ts';
import type { Information, InformationValues } from './clientInformation.ts';
import { NumberField } from './NumberField.tsx';
import { SignatureCodeField } from './SignatureCodeField.tsx';

const FORM = 'client-information';

type EditClientInformationProps = OpenState & { clientId: number };

/** Edit Client Information, opened from the profile of an assigned employee. */
export function EditClientInformation(props: EditClientInformationProps) {
  const { clientId, open, onOpenChange } = props;
  const change = useChangeClient();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="Edit Client Information"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} pending={change.isPending}>
            Save Changes
          </Button>
        </>
      }
    >
      <ClientLoader
        clientId={clientId}
        onSave={async (body) => {
          await change.mutateAsync({ id: clientId, body });
          toast({ title: 'Client information updated successfully' });
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

type Saving = { onSave: (values: ReturnType<typeof changesOf>) => Promise<void> };

function ClientLoader({ clientId, onSave }: Saving & { clientId: number }) {
  const clients = useClients();
  const client = clients.data?.find(({ id }) => id === clientId);
  if (client) return <InformationForm client={client} onSave={onSave} />;
  if (clients.isPending) return <SkeletonText lines={8} />;
  return (
    <ErrorState
      title="Couldn't load the client"
      body={messageOf(clients.error, 'It may have been deleted.')}
      onRetry={() => void clients.refetch()}
      retrying={clients.isFetching}
    />
  );
}

function InformationForm({ client, onSave }: Saving & { client: Client }) {
  const [before] = useState(client);
  const [schema] = useState(() => informationSchema(before.totalTimeUnits));
  const [defaultValues] = useState(() => informationOf(before));
  const form = useZodForm({ schema, defaultValues });
  async function save(values: Information) {
    try {
      await onSave(changesOf(before, values));
    } catch (error) {
      failureToast(error, 'Failed to update client information');
      showSaveError(form, error, "The client wasn't changed.");
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormText<InformationValues> name="companyName" label="Client ID" required autoComplete="off" />
        <FormText<InformationValues> name="contactName" label="Contact Person" required autoComplete="off" />
        <FormText<InformationValues> name="email" label="Email" type="email" optional autoComplete="off" />
        <FormText<InformationValues> name="phone" label="Phone" type="tel" required autoComplete="off" />
        <FormText<InformationValues>
          name="address"
          label="Address"
          required
          autoComplete="off"
          className="sm:col-span-2"
        />
        <SignatureCodeField required hint="The client enters this code to sign notes" />
        <NumberField<InformationValues>
          name="totalTimeUnits"
          label="Total Time Units"
          hint="One unit is 15 minutes"
          step={0.25}
          fallback={String(Number(before.totalTimeUnits))}
        />
      </div>
    </Form>
  );
}
