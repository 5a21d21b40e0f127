import { useState } from 'react';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { RestoredBanner } from '#platform/web/forms/RestoredBanner.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toOptions } from '#platform/web/ui/options.ts';
import { clientStatusLabels, languageLabels } from '#features/clients/rules.ts';
import type { Client } from '#features/clients/web/queries.ts';
import {
  toClientFormSchema,
  toRateFallback,
  DEFAULT_UNITS,
  unitsHint,
  valuesOf,
  type ClientOutput,
  type ClientValues,
} from './clientForm.ts';
import { NumberField } from './NumberField.tsx';
import { SignatureCodeField } from './SignatureCodeField.tsx';

export const CLIENT_FORM = 'client-form';

const statuses = toOptions(clientStatusLabels);
const languages = toOptions(languageLabels);
const receiptChoices = toOptions({ no: 'Not sent', yes: 'Sent by email' });

type ClientFormProps = {
  client: Client | null;
  userId: number;
  /** Saves the values; `before` is the client as it was when the form opened. Errors are shown in the form. */
  onSave: (values: ClientOutput, before: Client | null) => Promise<void>;
};

/** The fields of a client. Unsaved input survives a reload and closing, except the code. */
export function ClientForm({ client, userId, onSave }: ClientFormProps) {
  const [before] = useState(client);
  const [defaultValues] = useState(() => valuesOf(before));
  const form = useZodForm({ schema: toClientFormSchema(client), defaultValues });
  const key = ownKey(userId, `client:${client?.id ?? 'new'}`);
  const persisted = usePersistedForm({
    key,
    form,
    omit: ['signatureCode'],
    storage: client ? 'session' : 'local',
  });
  async function save(values: ClientOutput) {
    try {
      await onSave(values, before);
      persisted.clear();
    } catch (error) {
      showSaveError(form, error, "The client wasn't saved.");
    }
  }
  return (
    <Form id={CLIENT_FORM} form={form} onSubmit={save}>
      <RestoredBanner form={form} persisted={persisted} />
      <Fields client={before} />
    </Form>
  );
}

function Fields({ client }: { client: Client | null }) {
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <FormText<ClientValues>
        name="companyName"
        label="Client ID"
        required
        hint="Your own name or number for this client"
        autoComplete="off"
      />
      <FormText<ClientValues>
        name="contactName"
        label="Contact Name"
        required
        hint="The person who signs the notes"
        autoComplete="off"
      />
      <FormText<ClientValues> name="email" label="Email" type="email" optional autoComplete="off" />
      <FormText<ClientValues> name="phone" label="Phone" type="tel" optional autoComplete="off" />
      <FormText<ClientValues>
        name="address"
        label="Address"
        optional
        autoComplete="off"
        className="sm:col-span-2"
      />
      <NumberField<ClientValues>
        name="totalTimeUnits"
        label="Total Time Units"
        hint={unitsHint(client)}
        step={0.25}
        fallback={DEFAULT_UNITS}
      />
      <NumberField<ClientValues>
        name="unitRate"
        label="Unit Rate ($/15min)"
        step={0.01}
        fallback={toRateFallback(client)}
      />
      <SignatureCodeField optional hint="Private code required for client to sign notes" />
      <FormSelect<ClientValues> name="status" label="Status" options={statuses} />
      <FormSelect<ClientValues>
        name="language"
        label="Language"
        options={languages}
        hint="The language of receipts for the client"
      />
      <FormSelect<ClientValues>
        name="receiptsByEmail"
        label="Visit receipts"
        options={receiptChoices}
        hint="A link to each visit, at the email address above"
      />
    </div>
  );
}
