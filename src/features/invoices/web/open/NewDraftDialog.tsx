import { useNavigate } from '@tanstack/react-router';
import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { today } from '#platform/web/clock.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/lazyComponent.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { groupingLabels } from '#features/invoices/rules.ts';
import { useCreateDraft, type OpenWork } from '#features/invoices/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { buildNewDraftForm, pickClients, type NewDraftValues } from './newDraftForm.ts';
import { PayerClients } from './PayerClients.tsx';

const FORM = 'new-invoice';

type NewDraftDialogProps = OpenState & {
  /** The work to bill; null to choose a client. */
  work: OpenWork | null;
  /** All clients with work for the same payer; they can change while the dialog is open. */
  clientsOfPayer: readonly OpenWork[];
};

/** Starts an invoice: collects the approved visits of a period in a draft. */
export function NewDraftDialog({ work, clientsOfPayer, open, onOpenChange }: NewDraftDialogProps) {
  const create = useCreateDraft();
  const { keyFor } = useAttemptKey();
  const navigate = useNavigate();
  const day = today(useUser().timeZone);
  const listed = (clientsOfPayer.length === 0 && work ? [work] : clientsOfPayer).map((one) => one.clientId);
  const form = useZodForm({
    schema: buildNewDraftForm(listed),
    defaultValues: {
      payer: work?.payer ?? null,
      excludedClientIds: [],
      clientId: work ? String(work.clientId) : '',
      from: first([
        ...clientsOfPayer.map(({ firstDay }) => firstDay),
        work?.firstDay ?? `${day.slice(0, 8)}01`,
      ]),
      to: work ? last([...clientsOfPayer.map(({ lastDay }) => lastDay), work.lastDay]) : day,
      grouping: 'visit',
    },
  });
  async function save({ payer, clientId, excludedClientIds, ...values }: NewDraftValues) {
    const whom =
      payer === null
        ? { clientId: Number(clientId) }
        : { payer, clientIds: pickClients(listed, excludedClientIds) };
    const body = { ...values, ...whom };
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
      description={describe(work, clientsOfPayer)}
      form={FORM}
      submit="Create draft"
      pending={create.isPending}
    >
      <Form id={FORM} form={form} onSubmit={save}>
        {work === null && <ClientField />}
        {clientsOfPayer.length > 1 && <PayerClients clients={clientsOfPayer} />}
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <FormText<NewDraftValues> name="from" label="First day" type="date" required />
          <FormText<NewDraftValues> name="to" label="Last day" type="date" required />
        </div>
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

function ClientField() {
  const clients = useClients();
  const options = (clients.data ?? []).map(({ id, contactName, companyName }) => ({
    value: String(id),
    label: `${contactName} (${companyName})`,
  }));
  return (
    <FormCombobox<NewDraftValues>
      name="clientId"
      label="Client"
      required
      options={options}
      loading={clients.isPending}
      placeholder="Select a client"
      emptyText="No client found"
    />
  );
}

function describe(work: OpenWork | null, clientsOfPayer: readonly OpenWork[]): string {
  if (work === null) return 'Collects the approved visits of a client that are not on an invoice.';
  if (work.payer === null) return `To ${work.clientName}`;
  const [client = work, ...others] = clientsOfPayer;
  return others.length > 0 ? `To ${work.payer}` : `To ${work.payer}, for ${client.clientName}`;
}

const first = (days: readonly string[]): string => days.toSorted()[0] ?? '';
const last = (days: readonly string[]): string => days.toSorted().at(-1) ?? '';
