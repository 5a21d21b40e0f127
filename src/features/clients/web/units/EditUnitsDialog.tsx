import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { hasAuthorizations } from '#features/clients/accountStateRules.ts';
import { unitsInput } from '#features/clients/contract.ts';
import { NumberField } from '#features/clients/web/form/NumberField.tsx';
import { parseNumber, normalizeNumber } from '#features/clients/web/form/numbers.ts';
import { useSetUnits, type Client } from '#features/clients/web/queries.ts';

const FORM = 'edit-units';
const NOT_A_NUMBER = 'Enter the new total as a number';

/** Requires a number: unlike the client form, there is no fallback. */
const schema = unitsInput.extend({
  totalTimeUnits: z
    .string()
    .refine((text) => parseNumber(text) !== null, { error: NOT_A_NUMBER, abort: true })
    .transform((text): string | number => normalizeNumber(text, ''))
    .pipe(unitsInput.shape.totalTimeUnits),
});

type Values = z.input<typeof schema>;
type EditUnitsDialogProps = { client: Client; open: boolean; onOpenChange: (open: boolean) => void };

/** Asks for a client's new total of units and an optional reason. */
export function EditUnitsDialog({ client, open, onOpenChange }: EditUnitsDialogProps) {
  const set = useSetUnits();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Edit Units"
      description={describeUnits(client)}
      form={FORM}
      submit="Update Units"
      pending={set.isPending}
    >
      <UnitsForm
        client={client}
        onSave={async (body) => {
          await set.mutateAsync({ id: client.id, body });
          onOpenChange(false);
        }}
      />
    </FormDialog>
  );
}

/** The units used of the general account. */
const usedOf = ({ accounts }: Client): string =>
  accounts.find(({ authorizationId }) => authorizationId === null)?.used ?? '0';

function describeUnits(client: Client): string {
  const { contactName, generalTotalUnits } = client;
  const units = `${formatUnits(generalTotalUnits)} units in total, ${formatUnits(usedOf(client))} used.`;
  if (!hasAuthorizations(client)) return `${contactName} has ${units}`;
  return `General units of ${contactName}: ${units} Authorized units aren't affected.`;
}

type UnitsFormProps = { client: Client; onSave: (values: z.output<typeof schema>) => Promise<void> };

function UnitsForm({ client, onSave }: UnitsFormProps) {
  const [defaultValues] = useState({ totalTimeUnits: String(Number(client.generalTotalUnits)), reason: '' });
  const form = useZodForm({ schema, defaultValues });
  const save = (values: z.output<typeof schema>) =>
    saveForm(form, {
      save: () => onSave(values),
      done: 'Time units updated successfully',
      failed: 'Failed to update time units',
      fallback: "The units weren't changed.",
    });
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <NumberField<Values>
        name="totalTimeUnits"
        label="Total Time Units"
        hint={<Outcome client={client} />}
        required
        step={0.25}
      />
      <FormText<Values>
        name="reason"
        label="Reason"
        optional
        hint="Shown in the unit history"
        maxLength={500}
      />
    </Form>
  );
}

/** The units available with the entered total. */
function Outcome({ client }: { client: Client }) {
  const typed = useWatch<Values, 'totalTimeUnits'>({ name: 'totalTimeUnits' });
  const total = parseNumber(typed);
  if (total === null) return 'One unit is 15 minutes';
  const left = total - Number(usedOf(client));
  return left < 0
    ? `${formatUnits(-left)} units over after this change`
    : `${formatUnits(left)} units available after this change`;
}
