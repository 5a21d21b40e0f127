import { ArrowUp, X } from 'lucide-react';
import { useController } from 'react-hook-form';
import type { z } from 'zod';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { CLAIM_COLUMNS, type ClaimColumn } from '#features/clients/payerContract.ts';
import { PAYER_NAME_MAX } from '#features/clients/rules.ts';
import { payerInput } from '#features/invoices/claimContract.ts';
import { claimColumnLabels } from '#features/invoices/claimRules.ts';
import { useAddPayer, useChangePayer, type Payer } from '#features/invoices/web/queries.ts';

const payerForm = payerInput.required();
type Values = z.input<typeof payerForm>;
type Output = z.output<typeof payerForm>;

type PayerFormProps = {
  /** The payer to change; null to add one. */
  payer: Payer | null;
  onClose: () => void;
};

/** Name and columns of a payer. */
export function PayerForm({ payer, onClose }: PayerFormProps) {
  const add = useAddPayer();
  const change = useChangePayer();
  const { keyFor } = useIdempotencyKey();
  const form = useZodForm({
    schema: payerForm,
    defaultValues: { name: payer?.name ?? '', columns: payer?.columns ?? [...CLAIM_COLUMNS] },
  });
  async function save(body: Output) {
    const isSaved = await saveForm(form, {
      save: () =>
        payer
          ? change.mutateAsync({ id: payer.id, body })
          : add.mutateAsync({ body, idempotencyKey: keyFor(body) }),
      done: payer ? 'Payer saved' : 'Payer added',
      failed: 'Failed to save the payer',
      fallback: "The payer wasn't saved.",
    });
    if (isSaved) onClose();
  }
  return (
    <Form form={form} onSubmit={save}>
      <FormText<Values> name="name" label="Name" required autoComplete="off" maxLength={PAYER_NAME_MAX} />
      <Columns />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Back</Button>
        <Button type="submit" variant="primary" pending={add.isPending || change.isPending}>
          {payer ? 'Save' : 'Add payer'}
        </Button>
      </div>
    </Form>
  );
}

/** The columns in their order; the others can be added at the end. */
function Columns() {
  const { field, fieldState } = useController<Values, 'columns'>({ name: 'columns' });
  const columns: ClaimColumn[] = field.value;
  const others = CLAIM_COLUMNS.filter((column) => !columns.includes(column));
  const moveUp = (index: number) =>
    field.onChange(
      columns.toSpliced(index - 1, 2, columns[index] as ClaimColumn, columns[index - 1] as ClaimColumn),
    );
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium">Columns of the CSV file</legend>
      <ol className="divide-y divide-line rounded-md border border-line">
        {columns.map((column, index) => {
          const label = claimColumnLabels[column];
          return (
            <li key={column} className="flex items-center gap-2 px-3 py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
              <IconButton
                size="sm"
                label={`Move ${label} up`}
                icon={<ArrowUp aria-hidden />}
                disabled={index === 0}
                onClick={() => moveUp(index)}
              />
              <IconButton
                size="sm"
                label={`Remove ${label}`}
                icon={<X aria-hidden />}
                onClick={() => field.onChange(columns.filter((one) => one !== column))}
              />
            </li>
          );
        })}
      </ol>
      {fieldState.error?.message && (
        <p role="alert" className="text-sm text-danger-ink">
          {fieldState.error.message}
        </p>
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {others.map((column) => (
            <Button key={column} size="sm" onClick={() => field.onChange([...columns, column])}>
              Add {claimColumnLabels[column]}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
