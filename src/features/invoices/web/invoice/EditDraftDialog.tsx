import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { toOptions } from '#platform/web/ui/options.ts';
import { MAX_OTHER_LINES } from '#features/invoices/contract.ts';
import { groupingLabels } from '#features/invoices/rules.ts';
import type { Invoice } from '#features/invoices/web/queries.ts';
import { draftForm, type DraftValues } from './invoiceForms.ts';
import { useSaveDraft } from './useSaveDraft.ts';

const FORM = 'draft';

type EditDraftDialogProps = OpenState & { invoice: Invoice };

/** Changes the period, the lines and the free lines of a draft. Each opening needs a key of its own. */
export function EditDraftDialog({ invoice, open, onOpenChange }: EditDraftDialogProps) {
  const draft = useSaveDraft(invoice);
  // As it was when the dialog was opened: what is typed stays when a colleague changes the draft.
  const [{ from, to, grouping, otherLines }] = useState(invoice);
  const form = useZodForm({
    schema: draftForm,
    defaultValues: {
      from,
      to,
      grouping,
      otherLines: otherLines.map((line) => ({ ...line, quantity: String(Number(line.quantity)) })),
    },
  });
  async function save(values: DraftValues) {
    await saveForm(form, {
      save: async () => {
        await draft.save(values);
        onOpenChange(false);
      },
      done: 'Draft saved',
      failed: 'Failed to save the draft',
      fallback: "The draft wasn't saved.",
    });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="Edit draft"
      description="The approved visits of the period are collected again."
      form={FORM}
      submit="Save"
      pending={draft.isPending}
    >
      <Form id={FORM} form={form} onSubmit={save}>
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <FormText<DraftValues> name="from" label="First day" type="date" required />
          <FormText<DraftValues> name="to" label="Last day" type="date" required />
        </div>
        <FormChoice<DraftValues>
          name="grouping"
          legend="Lines"
          options={toOptions(groupingLabels)}
          look="list"
          required
        />
        <OtherLines />
      </Form>
    </FormDialog>
  );
}

/** Lines that no visit made; a credit has a negative price. */
function OtherLines() {
  const { control } = useFormContext<DraftValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'otherLines' });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">Other lines</legend>
      <p className="text-sm text-muted">
        Mileage or other charges. A credit has a negative price, such as -25.00.
      </p>
      {fields.map((line, index) => (
        <div
          key={line.id}
          className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 border-t border-line pt-3"
        >
          <FormText<DraftValues>
            name={`otherLines.${index}.description`}
            label="Description"
            required
            maxLength={200}
            className="col-span-full"
          />
          <FormText<DraftValues>
            name={`otherLines.${index}.quantity`}
            label="Quantity"
            type="number"
            required
          />
          <FormText<DraftValues> name={`otherLines.${index}.rate`} label="Price" type="number" required />
          <IconButton
            label={`Remove line ${index + 1}`}
            icon={<Trash2 aria-hidden />}
            className="mt-7"
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {fields.length < MAX_OTHER_LINES && (
        <Button
          className="justify-self-start"
          icon={<Plus aria-hidden />}
          onClick={() => append({ description: '', quantity: '1', rate: '' })}
        >
          Add line
        </Button>
      )}
    </fieldset>
  );
}
