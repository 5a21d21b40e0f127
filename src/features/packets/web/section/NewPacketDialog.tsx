import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useFormContext, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { addDays } from '#platform/contract/days.ts';
import { today } from '#platform/web/clock.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { sortByLabel } from '#platform/web/sortByName.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { useCreatePacket, usePacketClients, type PacketBody } from '#features/packets/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { pairsForm, sampleForm, type PairsValues, type SampleValues } from './packetForm.ts';

const FORM = 'new-packet';
const MAX_PAIRS = 50;

const CHOICES = [
  { value: 'pairs', label: 'Clients and dates' },
  { value: 'sample', label: 'Random sample' },
] as const;
type Choice = (typeof CHOICES)[number]['value'];

/** Starts a packet of clients and dates, or of a random sample of visits. */
export function NewPacketDialog({ open, onOpenChange }: OpenState) {
  const [choice, setChoice] = useState<Choice>('pairs');
  const create = useCreatePacket();
  const { keyFor, done } = useIdempotencyKey();
  async function save<Input extends FieldValues, Output>(
    form: UseFormReturn<Input, unknown, Output>,
    body: PacketBody,
  ) {
    await saveForm(form, {
      save: async () => {
        await create.mutateAsync({ body, idempotencyKey: keyFor(body) });
        done();
        onOpenChange(false);
      },
      done: 'The packet is being created',
      failed: 'Failed to create the packet',
      fallback: "The packet wasn't created.",
    });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="New audit-day packet"
      description="One PDF with a cover sheet that lists each gap, and a ZIP file with signatures and evidence."
      form={FORM}
      submit="Create packet"
      pending={create.isPending}
    >
      <div className="grid gap-5">
        <SegmentedControl legend="Visits" value={choice} onChange={setChoice} options={CHOICES} />
        <PacketForm choice={choice} onSave={save} />
      </div>
    </FormDialog>
  );
}

type PacketFormProps = {
  choice: Choice;
  onSave: <Input extends FieldValues, Output>(
    form: UseFormReturn<Input, unknown, Output>,
    body: PacketBody,
  ) => Promise<void>;
};

/** The last full month. */
function useLastMonth() {
  const to = addDays(`${today(useUser().timeZone).slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** The form of the choice; the other one keeps its values until the dialog closes. */
function PacketForm({ choice, onSave }: PacketFormProps) {
  const days = useLastMonth();
  const pairs = useZodForm({ schema: pairsForm, defaultValues: { pairs: [{ clientId: '', ...days }] } });
  const sample = useZodForm({
    schema: sampleForm,
    defaultValues: { sample: { ...days, count: '20' } },
  });
  return choice === 'pairs' ? (
    <Form key="pairs" id={FORM} form={pairs} unpaid onSubmit={(values) => onSave(pairs, values)}>
      <Pairs days={days} />
    </Form>
  ) : (
    <Form key="sample" id={FORM} form={sample} unpaid onSubmit={(values) => onSave(sample, values)}>
      <Sample />
    </Form>
  );
}

function Pairs({ days }: { days: { from: string; to: string } }) {
  const { control } = useFormContext<PairsValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'pairs' });
  const clients = usePacketClients();
  const options = sortByLabel(
    (clients.data ?? []).map(({ id, contactName, companyName, archivedAt }) => ({
      value: String(id),
      label: `${contactName} (${companyName}${archivedAt ? ', archived' : ''})`,
    })),
  );
  return (
    <>
      {fields.map((pair, index) => (
        <fieldset
          key={pair.id}
          className="grid gap-x-4 gap-y-3 not-first:border-t not-first:border-line not-first:pt-4 sm:grid-cols-2"
        >
          <legend className="sr-only">Client {index + 1}</legend>
          <div className="col-span-full flex items-start gap-2">
            <FormCombobox<PairsValues>
              name={`pairs.${index}.clientId`}
              label="Client"
              required
              options={options}
              loading={clients.isPending}
              placeholder="Select a client"
              emptyText="No client found"
              className="min-w-0 flex-1"
            />
            {fields.length > 1 && (
              <IconButton
                label={`Remove client ${index + 1}`}
                icon={<Trash2 aria-hidden />}
                className="mt-7"
                onClick={() => remove(index)}
              />
            )}
          </div>
          <FormText<PairsValues> name={`pairs.${index}.from`} label="First day" type="date" required />
          <FormText<PairsValues> name={`pairs.${index}.to`} label="Last day" type="date" required />
        </fieldset>
      ))}
      {fields.length < MAX_PAIRS && (
        <Button
          className="justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() => append({ clientId: '', ...days })}
        >
          Add client
        </Button>
      )}
    </>
  );
}

function Sample() {
  return (
    <>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormText<SampleValues> name="sample.from" label="First day" type="date" required />
        <FormText<SampleValues> name="sample.to" label="Last day" type="date" required />
      </div>
      <FormText<SampleValues>
        name="sample.count"
        label="Number of visits"
        inputMode="numeric"
        required
        hint="1 to 200. The cover sheet shows the random seed, so an auditor can reproduce the sample."
      />
    </>
  );
}
