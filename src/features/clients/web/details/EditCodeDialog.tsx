import { useState } from 'react';
import { z } from 'zod';

import { failureToast } from '#platform/web/failureToast.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { SignatureCodeField } from '#features/clients/web/form/SignatureCodeField.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { useChangeClient } from '#features/clients/web/queries.ts';
import type { Client } from '#features/clients/web/queries.ts';

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
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Edit Code"
      description={`${client.contactName} enters this code to sign notes. Share it only with them.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} pending={change.isPending}>
            Update Code
          </Button>
        </>
      }
    >
      <CodeForm
        client={client}
        onSave={async (body) => {
          await change.mutateAsync({ id: client.id, body });
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

type CodeFormProps = { client: Client; onSave: (values: Values) => Promise<void> };

function CodeForm({ client, onSave }: CodeFormProps) {
  const [defaultValues] = useState({ signatureCode: client.signatureCode ?? '' });
  const form = useZodForm({ schema, defaultValues });
  async function save(values: Values) {
    try {
      await onSave(values);
      toast({ title: 'Client updated successfully' });
    } catch (error) {
      failureToast(error, 'Failed to update client', 'instead');
      showSaveError(form, error, "The code wasn't changed.");
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <SignatureCodeField required hint={`Exactly ${LENGTH} characters`} />
    </Form>
  );
}
