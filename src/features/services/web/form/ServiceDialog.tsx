import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { MODIFIERS_MAX } from '#features/services/contract.ts';
import type { Rate } from '#features/services/rateContract.ts';
import { areSameRates } from '#features/services/ratesFormRules.ts';
import { authorizationRuleLabels, roundingLabels } from '#features/services/rules.ts';
import {
  useAddBusinessService,
  useChangeBusinessService,
  type BusinessService,
} from '#features/services/web/queries.ts';
import { confirmRates } from '#features/services/web/rates/confirmRates.ts';
import { previewServiceRates } from '#features/services/web/rates/previewServiceRates.ts';
import { RatesField } from '#features/services/web/rates/RatesField.tsx';
import { serviceForm, valuesOf, type ServiceOutput, type ServiceValues } from './serviceForm.ts';

const FORM = 'business-service';

type ServiceDialogProps = {
  /** The service to edit; null to add one. */
  service: BusinessService | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Adds or edits a service of the business. */
export function ServiceDialog({ service, open, onOpenChange }: ServiceDialogProps) {
  const add = useAddBusinessService();
  const change = useChangeBusinessService();
  const { keyFor, done } = useIdempotencyKey();
  async function save({ rates, ...body }: ServiceOutput) {
    if (service) {
      const newRates = await confirmNewRates(service, rates);
      if (!newRates) return false;
      await change.mutateAsync({ id: service.id, body: { ...body, ...newRates } });
    } else {
      const added = { ...body, rates };
      await add.mutateAsync({ body: added, idempotencyKey: keyFor(added) });
    }
    done();
    onOpenChange(false);
    return true;
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title={service ? 'Edit service' : 'Add service'}
      description={service ? `Key: ${service.key}` : undefined}
      form={FORM}
      submit={service ? 'Save' : 'Add service'}
      pending={add.isPending || change.isPending}
    >
      <ServiceForm
        key={service?.id ?? 'new'}
        initial={valuesOf(service)}
        done={service ? 'Service saved' : 'Service added'}
        onSave={save}
      />
    </FormDialog>
  );
}

/** The rates to send: none when they are unchanged. @returns null when the user cancels */
async function confirmNewRates(service: BusinessService, rates: Rate[]) {
  if (areSameRates(rates, service.rates ?? [])) return {};
  const affectedVisits = await confirmRates(await previewServiceRates(service.id, rates));
  return affectedVisits === null ? null : { rates, affectedVisits };
}

type ServiceFormProps = {
  initial: ServiceValues;
  done: string;
  /** False when the user canceled. */
  onSave: (values: ServiceOutput) => Promise<boolean>;
};

function ServiceForm({ initial, done, onSave }: ServiceFormProps) {
  const form = useZodForm({ schema: serviceForm, defaultValues: initial });
  const save = (values: ServiceOutput) =>
    saveForm(form, {
      save: () => onSave(values),
      done,
      failed: 'Failed to save service',
      fallback: "The service wasn't saved.",
    });
  return (
    <Form id={FORM} form={form} onSubmit={async (values) => void (await save(values))}>
      <FormText<ServiceValues> name="name" label="Name" required autoComplete="off" />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormText<ServiceValues>
          name="code"
          label="Procedure code"
          optional
          hint="Example: H2015"
          autoComplete="off"
        />
        <FormText<ServiceValues>
          name="modifiers"
          label="Modifiers"
          optional
          hint="On claims. Example: U1 HQ"
          autoComplete="off"
          maxLength={MODIFIERS_MAX}
        />
      </div>
      <RatesField otherwise="the client’s rate" />
      <FormTextArea<ServiceValues> name="description" label="Description" optional rows={2} />
      <FormSelect<ServiceValues>
        name="rounding"
        label="Rounding"
        options={toOptions(roundingLabels)}
        hint="Under the 8-minute rule, a remainder of 8 minutes or more counts as a unit. It applies per visit, not to the day’s total as in Medicare."
      />
      <FormSelect<ServiceValues>
        name="authorizationRequired"
        label="Authorization"
        options={toOptions(authorizationRuleLabels)}
        hint="Whether the client needs an authorization that covers the work date. If required, notes without one are rejected."
      />
    </Form>
  );
}
