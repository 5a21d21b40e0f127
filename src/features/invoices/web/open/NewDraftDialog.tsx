import { useNavigate } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { today } from '#platform/web/clock.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { toOptions } from '#platform/web/ui/options.ts';
import { groupingLabels } from '#features/invoices/rules.ts';
import { useCreateDraft, type OpenWork } from '#features/invoices/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { BillToField } from './BillToField.tsx';
import { EmptyDraftNotice } from './EmptyDraftNotice.tsx';
import {
  buildNewDraftForm,
  listWorkBilledTo,
  toBillTo,
  toFirstDay,
  toInvoiceBody,
  type NewDraftValues,
} from './newDraftForm.ts';
import { PayerClients } from './PayerClients.tsx';

const FORM = 'new-invoice';

type NewDraftDialogProps = OpenState & {
  /** The work to bill; null to choose a client or a payer. */
  work: OpenWork | null;
  /** All work to bill; it can change while the dialog is open. */
  allWork: readonly OpenWork[];
};

/** Starts an invoice: collects the approved visits of a period in a draft. */
export function NewDraftDialog({ work, allWork, open, onOpenChange }: NewDraftDialogProps) {
  const create = useCreateDraft();
  const { keyFor } = useIdempotencyKey();
  const navigate = useNavigate();
  const day = today(useUser().timeZone);
  const listClients = (billTo: string) => listWorkToBill(allWork, billTo, work).map((row) => row.clientId);
  const form = useZodForm({
    schema: buildNewDraftForm(listClients),
    defaultValues: toDefaultValues(work, allWork, day),
  });
  const billTo = useWatch({ control: form.control, name: 'billTo' });
  const selectedWork = listWorkToBill(allWork, billTo, work);
  async function save(values: NewDraftValues) {
    const body = toInvoiceBody(values, listClients(values.billTo));
    await saveForm(form, {
      save: async () => {
        const { id } = await create.mutateAsync({ body, idempotencyKey: keyFor(body) });
        onOpenChange(false);
        await navigate({ to: '/billing/$invoiceId', params: { invoiceId: String(id) } });
      },
      done: 'Draft created',
      failed: 'Failed to create the draft',
      fallback: "The draft wasn't created.",
    });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="New invoice"
      description={describe(work, selectedWork)}
      form={FORM}
      submit="Create draft"
      pending={create.isPending}
    >
      <Form id={FORM} form={form} onSubmit={save}>
        {work === null && <BillToField allWork={allWork} today={day} />}
        {selectedWork.length > 1 && <PayerClients clients={selectedWork} />}
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <FormText<NewDraftValues> name="from" label="First day" type="date" required />
          <FormText<NewDraftValues> name="to" label="Last day" type="date" required />
        </div>
        <EmptyDraftNotice allWork={allWork} />
        <FormChoice<NewDraftValues>
          name="grouping"
          legend="Lines"
          options={toOptions(groupingLabels)}
          look="list"
          required
        />
      </Form>
    </FormDialog>
  );
}

/** The work to bill to the selected client or payer; falls back to the selected row if that was billed in the meantime. */
function listWorkToBill(allWork: readonly OpenWork[], billTo: string, work: OpenWork | null): OpenWork[] {
  const listed = listWorkBilledTo(allWork, billTo);
  return listed.length === 0 && work ? [work] : listed;
}

function toDefaultValues(work: OpenWork | null, allWork: readonly OpenWork[], day: string): NewDraftValues {
  const billTo = work ? toBillTo(work) : '';
  const days = listWorkToBill(allWork, billTo, work);
  return {
    billTo,
    excludedClientIds: [],
    from: work ? first(days.map(({ firstDay }) => firstDay)) : toFirstDay([], day),
    to: work ? last(days.map(({ lastDay }) => lastDay)) : day,
    grouping: 'visit',
  };
}

function describe(work: OpenWork | null, selectedWork: readonly OpenWork[]): string {
  if (work === null) return 'Collects approved visits that are not on an invoice.';
  if (work.payer === null) return `To ${work.clientName}`;
  const [client = work, ...others] = selectedWork;
  return others.length > 0 ? `To ${work.payer}` : `To ${work.payer}, for ${client.clientName}`;
}

const first = (days: readonly string[]): string => days.toSorted()[0] ?? '';
const last = (days: readonly string[]): string => days.toSorted().at(-1) ?? '';
