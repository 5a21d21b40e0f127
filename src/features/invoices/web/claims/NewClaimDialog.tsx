import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { addDays } from '#platform/contract/days.ts';
import { today } from '#platform/web/clock.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { billingPeriod } from '#features/invoices/contract.ts';
import { useCreateClaimBatch, usePayers } from '#features/invoices/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { setNotIncluded } from './notIncluded.ts';

const FORM = 'new-claim-batch';

/** The server compares the dates. */
const claimForm = z.object({
  payerId: z.string().min(1, { error: 'Choose a payer' }).transform(Number),
  ...billingPeriod,
});
type Values = z.input<typeof claimForm>;
type Output = z.output<typeof claimForm>;

/** Puts the approved visits of a payer in a period on a claim batch; by default those of the last month. */
export function NewClaimDialog({ open, onOpenChange }: OpenState) {
  const create = useCreateClaimBatch();
  const payers = usePayers();
  const { keyFor } = useIdempotencyKey();
  const navigate = useNavigate();
  const to = addDays(`${today(useUser().timeZone).slice(0, 7)}-01`, -1);
  const form = useZodForm({
    schema: claimForm,
    defaultValues: { payerId: '', from: `${to.slice(0, 7)}-01`, to },
  });
  async function save(body: Output) {
    await saveForm(form, {
      save: async () => {
        const { id, notIncluded, hasMoreNotIncluded } = await create.mutateAsync({
          body,
          idempotencyKey: keyFor(body),
        });
        setNotIncluded(id, { notes: notIncluded, hasMore: hasMoreNotIncluded });
        onOpenChange(false);
        await navigate({ to: '/billing/claims/$batchId', params: { batchId: String(id) } });
      },
      done: 'Claim batch created',
      failed: 'Failed to create the claim batch',
      fallback: "The claim batch wasn't created.",
    });
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="New claim batch"
      description="Collects the approved visits under a payer's authorizations that are not billed yet."
      form={FORM}
      submit="Create batch"
      pending={create.isPending}
    >
      <Form id={FORM} form={form} onSubmit={save}>
        <FormSelect<Values>
          name="payerId"
          label="Payer"
          required
          placeholder="Select a payer"
          options={(payers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          hint={
            payers.data?.length === 0 ? 'Name a payer in the authorization of a client first.' : undefined
          }
        />
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <FormText<Values> name="from" label="First day" type="date" required />
          <FormText<Values> name="to" label="Last day" type="date" required />
        </div>
      </Form>
    </FormDialog>
  );
}
