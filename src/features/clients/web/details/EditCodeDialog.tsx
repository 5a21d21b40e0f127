import { useState } from 'react';
import { z } from 'zod';
import { Form } from '#platform/web/forms/Form.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { SignatureCodeField } from '#features/clients/web/form/SignatureCodeField.tsx';
import { useChangeClient, type Client } from '#features/clients/web/queries.ts';

const FORM = 'edit-code';
const LENGTH = 6;

const schema = z.object({
  signatureCode: z
    .string()
    .trim()
    .refine((code) => [...code].length === LENGTH, {
      error: `Signature code must be exactly ${LENGTH} characters`,
    }),
});

type Values = z.input<typeof schema>;
type EditCodeDialogProps = { client: Client; open: boolean; onOpenChange: (open: boolean) => void };

/** Edits the code a client enters to sign. */
export function EditCodeDialog({ client, open, onOpenChange }: EditCodeDialogProps) {
  const change = useChangeClient();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Edit Code"
      description={`${client.contactName} enters this code to sign notes. Share it only with them.`}
      form={FORM}
      submit="Update Code"
      pending={change.isPending}
    >
      <CodeForm
        client={client}
        onSave={async (body) => {
          await change.mutateAsync({ id: client.id, body });
          onOpenChange(false);
        }}
      />
    </FormDialog>
  );
}

type CodeFormProps = { client: Client; onSave: (values: Values) => Promise<void> };

function CodeForm({ client, onSave }: CodeFormProps) {
  const [defaultValues] = useState({ signatureCode: client.signatureCode ?? '' });
  const form = useZodForm({ schema, defaultValues });
  const save = (values: Values) =>
    saveForm(form, {
      save: () => onSave(values),
      done: 'Client updated successfully',
      failed: 'Failed to update client',
      reason: 'instead',
      fallback: "The code wasn't changed.",
    });
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <SignatureCodeField required hint={`Exactly ${LENGTH} characters`} />
    </Form>
  );
}
