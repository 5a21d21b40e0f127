import { Form } from '#platform/web/forms/Form.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { useVoidInvoice, type Invoice } from '#features/invoices/web/queries.ts';
import { voidForm, type VoidValues } from './invoiceForms.ts';

const FORM = 'void';

type VoidDialogProps = OpenState & { invoice: Invoice };

/** Voids an issued invoice, with a reason. */
export function VoidDialog({ invoice, open, onOpenChange }: VoidDialogProps) {
  const voidInvoice = useVoidInvoice(invoice.id);
  const form = useZodForm({ schema: voidForm, defaultValues: { reason: '' } });
  async function save({ reason }: VoidValues) {
    await saveForm(form, {
      save: async () => {
        await voidInvoice.mutateAsync(reason);
        onOpenChange(false);
      },
      done: 'Invoice voided',
      failed: 'Failed to void the invoice',
      fallback: "The invoice wasn't voided.",
    });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      size="sm"
      title={`Void invoice ${invoice.number}?`}
      description="The invoice and its number stay. Its visits can be billed again on another invoice."
      form={FORM}
      submit="Void invoice"
      variant="danger"
      pending={voidInvoice.isPending}
    >
      <Form id={FORM} form={form} onSubmit={save}>
        <FormTextArea<VoidValues> name="reason" label="Reason" required rows={3} />
      </Form>
    </FormDialog>
  );
}
