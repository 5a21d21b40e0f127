import { useState } from 'react';
import { v4 as uuid } from 'uuid';
import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { today } from '#platform/web/clock.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { REASON_MAX } from '#features/invoices/contract.ts';
import { useRecordPayment, type Invoice } from '#features/invoices/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { paymentForm, type PaymentValues } from './invoiceForms.ts';

const FORM = 'payment';

type PaymentDialogProps = OpenState & { invoice: Invoice };

/**
 * Records a payment of an invoice. Each opening needs a key of its own, and records one payment: after a lost response,
 * the server refuses other values under the same idempotency key.
 */
export function PaymentDialog({ invoice, open, onOpenChange }: PaymentDialogProps) {
  const { id, number, due, currency, state } = invoice;
  const record = useRecordPayment(id);
  const [idempotencyKey] = useState(() => uuid());
  const form = useZodForm({
    schema: paymentForm,
    defaultValues: { amount: state === 'paid' ? '' : due, date: today(useUser().timeZone), note: '' },
  });
  async function save(values: PaymentValues) {
    await saveForm(form, {
      save: async () => {
        await record.mutateAsync({ body: values, idempotencyKey }).catch(explainReuse);
        onOpenChange(false);
      },
      done: 'Payment recorded',
      failed: 'Failed to record the payment',
      fallback: "The payment wasn't recorded.",
    });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      size="sm"
      title="Record a payment"
      description={`Invoice ${number}: ${formatAmount(due, currency)} unpaid`}
      form={FORM}
      submit="Record payment"
      pending={record.isPending}
    >
      <Form id={FORM} form={form} onSubmit={save}>
        <FormText<PaymentValues>
          name="amount"
          label={`Amount (${currency})`}
          type="number"
          required
          hint="A negative amount corrects or reverses an earlier payment"
        />
        <FormText<PaymentValues> name="date" label="Paid on" type="date" required />
        <FormText<PaymentValues>
          name="note"
          label="Note"
          optional
          hint="Example: check number"
          maxLength={REASON_MAX}
        />
      </Form>
    </FormDialog>
  );
}

/** @throws the error, with what to do when an attempt without a response was recorded */
function explainReuse(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'idempotency_key_reused') throw error;
  throw new ApiError(error.status, {
    code: error.code,
    message:
      'Your first attempt was recorded, so the changed payment was not. Close this dialog and check the payments below the invoice.',
  });
}
