import type { z } from 'zod';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { toastSaveError } from '#platform/web/forms/toastSaveError.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { preloadSchema, useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { BottomBar } from '#platform/web/ui/BottomBar.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useChangeBusiness, type Business } from '#features/businesses/web/queries.ts';
import { ChecksCard } from './ChecksCard.tsx';
import { ContactFields } from './ContactFields.tsx';
import { OvertimeCard } from './OvertimeCard.tsx';
import { PaperCard } from './PaperCard.tsx';
import { ReceiptCard } from './ReceiptCard.tsx';
import type { settingsFormSchema } from './settingsFormSchema.ts';
import { VisitsCard } from './VisitsCard.tsx';
import { WeekStartCard } from './WeekStartCard.tsx';

// A separate chunk, because it is below the first screen.
const TimeZoneCard = lazyComponent(
  async () => (await import('./TimeZoneCard.tsx')).TimeZoneCard,
  <Skeleton className="h-56" />,
);

const InvoiceCard = lazyComponent(
  async () => (await import('./InvoiceCard.tsx')).InvoiceCard,
  <Skeleton className="h-96" />,
);

const settingsRules = preloadSchema(async () => (await import('./settingsFormSchema.ts')).settingsFormSchema);

type Values = z.output<typeof settingsFormSchema>;

type SettingsFormProps = { business: Business; userId: number; onSaved: () => Promise<void> };

/** The business settings as a form. */
export function SettingsForm({ business, userId, onSaved }: SettingsFormProps) {
  const form = useZodForm({
    schema: settingsRules,
    defaultValues: valuesOf(business),
  });
  const persisted = usePersistedForm({ key: ownKey(userId, 'business'), form });
  const change = useChangeBusiness();
  async function save(values: Values) {
    try {
      form.reset(valuesOf(await change.mutateAsync(pickChanged(values, form.formState.defaultValues))));
      persisted.clear();
      toast({ title: 'Success', description: 'Business settings saved' });
      await onSaved();
    } catch (error) {
      toastSaveError(form, error, { fallback: "Couldn't save the business settings" });
    }
  }
  return (
    <Form form={form} onSubmit={save} className="max-w-3xl">
      <Card title="Contact details">
        <div className="flex flex-col gap-5">
          <ContactFields />
        </div>
      </Card>
      <TimeZoneCard business={business} />
      <WeekStartCard business={business} />
      <OvertimeCard business={business} />
      <InvoiceCard />
      <Card
        title="If a note goes over a limit"
        description="Applies to available units and to weekly and monthly limits"
      >
        <FormChoice name="overusePolicy" legend="Overuse" hideLegend options={policies} look="list" />
      </Card>
      <ChecksCard />
      <VisitsCard />
      <ReceiptCard />
      <PaperCard />
      <BottomBar>
        <Button type="submit" variant="primary" pending={change.isPending}>
          Save settings
        </Button>
      </BottomBar>
    </Form>
  );
}

/** The changed fields: a form that was opened earlier must not undo the changes of other managers. */
function pickChanged(values: Values, initial: Record<string, unknown> = {}): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => toText(value) !== initial[name]),
  );
}

/** A setting as the form has it. */
const toText = (value: string | number | boolean | null) =>
  typeof value === 'boolean' ? toYesNo(value) : String(value ?? '');
const toYesNo = (value: boolean) => (value ? 'yes' : 'no');

const policies = [
  {
    value: 'allow',
    label: 'Allow',
    hint: 'Accept the note. The balance goes negative and managers are notified.',
  },
  {
    value: 'block',
    label: 'Block',
    hint: 'Reject the note. The draft is kept so it can be submitted later.',
  },
];

function valuesOf(business: Business): z.input<typeof settingsFormSchema> {
  const { name, email, phone, address, timeZone, overusePolicy } = business;
  const contact = { name, email, phone, address, description: business.description ?? '' };
  return {
    ...contact,
    timeZone,
    overusePolicy,
    weekStart: String(business.weekStart),
    lateEntryHours: String(business.lateEntryHours),
    longDayHours: String(business.longDayHours),
    allowTwoEmployees: toYesNo(business.allowTwoEmployees),
    offlineHours: String(business.offlineHours),
    overtimeAfterHours: String(business.overtimeAfterHours),
    allowUnsigned: toYesNo(business.allowUnsigned),
    receiptShowsText: toYesNo(business.receiptShowsText),
    paperSize: business.paperSize,
    currency: business.currency,
    invoiceAddress: business.invoiceAddress ?? '',
    taxId: business.taxId ?? '',
    taxRate: business.taxRate === null ? '' : String(Number(business.taxRate)),
    paymentTermDays: String(business.paymentTermDays),
    invoiceNumberFormat: business.invoiceNumberFormat,
  };
}
