import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { clientQuery, useChangeClient, type Client } from '#features/clients/web/queries.ts';
import { changesOf, unitsHint } from './clientForm.ts';
import {
  informationOf,
  informationSchema,
  type Information,
  type InformationValues,
} from './clientInformation.ts';
import { NumberField } from './NumberField.tsx';
import { SignatureCodeField } from './SignatureCodeField.tsx';

const FORM = 'client-information';

type EditClientInformationProps = OpenState & { clientId: number };

/** Edit Client Information, opened from the profile of an assigned employee. */
export function EditClientInformation(props: EditClientInformationProps) {
  const { clientId, open, onOpenChange } = props;
  const change = useChangeClient();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="Edit Client Information"
      form={FORM}
      submit="Save Changes"
      pending={change.isPending}
    >
      <ClientLoader
        clientId={clientId}
        onSave={async (body) => {
          await change.mutateAsync({ id: clientId, body });
          onOpenChange(false);
        }}
      />
    </FormDialog>
  );
}

type Saving = { onSave: (values: ReturnType<typeof changesOf>) => Promise<void> };

function ClientLoader({ clientId, onSave }: Saving & { clientId: number }) {
  const client = useQuery(clientQuery(clientId));
  if (client.data) return <InformationForm client={client.data} onSave={onSave} />;
  if (client.isPending) return <SkeletonText lines={8} />;
  return <QueryError title="Couldn't load the client" query={client} fallback="It may have been deleted." />;
}

function InformationForm({ client, onSave }: Saving & { client: Client }) {
  const [before] = useState(client);
  const [schema] = useState(() => informationSchema(before.generalTotalUnits));
  const [defaultValues] = useState(() => informationOf(before));
  const form = useZodForm({ schema, defaultValues });
  const save = (values: Information) =>
    saveForm(form, {
      save: () => onSave(changesOf(before, values)),
      done: 'Client information updated successfully',
      failed: 'Failed to update client information',
      fallback: "The client wasn't changed.",
    });
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
          hint={unitsHint(before)}
          step={0.25}
          fallback={String(Number(before.generalTotalUnits))}
        />
      </div>
    </Form>
  );
}
