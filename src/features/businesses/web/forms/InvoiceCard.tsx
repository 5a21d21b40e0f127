import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { Card } from '#platform/web/ui/Card.tsx';

/** Settings of invoices: currency, number, tax, days to pay and texts beside the lines. */
export function InvoiceCard() {
  return (
    <Card title="Invoices" description="Invoices that were issued stay as they are.">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormText name="currency" label="Currency" required maxLength={3} hint="Three letters, such as USD" />
        <FormText
          name="invoiceNumberFormat"
          label="Number format"
          required
          hint="{YYYY} is the year, {0000} the number"
        />
        <FormText name="taxRate" label="Tax (%)" type="number" optional hint="On the sum of an invoice" />
        <FormText name="taxId" label="Tax ID" optional maxLength={50} />
        <FormText
          name="paymentTermDays"
          label="Days to pay"
          inputMode="numeric"
          required
          hint="From the issue to the due date, 0 to 365"
        />
        <FormTextArea
          name="invoiceAddress"
          label="Address on invoices"
          optional
          rows={3}
          hint="Leave blank to use the address above"
          className="sm:col-span-2"
        />
      </div>
    </Card>
  );
}
