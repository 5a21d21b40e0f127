import type { z } from 'zod';
import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { MODIFIERS_MAX, serviceForm } from '#features/services/contract.ts';
import { authorizationRuleLabels, roundingLabels } from '#features/services/rules.ts';
import {
  useAddBusinessService,
  useChangeBusinessService,
  type BusinessService,
} from '#features/services/web/queries.ts';

const FORM = 'business-service';

type Values = z.input<typeof serviceForm>;
type Output = z.output<typeof serviceForm>;

const empty: Values = {
  name: '',
  code: '',
  modifiers: '',
  description: '',
  unitRate: '',
  rounding: 'up',
  authorizationRequired: 'no',
};

const valuesOf = (service: BusinessService): Values => ({
  name: service.name,
  code: service.code ?? '',
  modifiers: service.modifiers ?? '',
  description: service.description ?? '',
  unitRate: service.unitRate ?? '',
  rounding: service.rounding,
  authorizationRequired: service.authorizationRequired,
});

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
  const { keyFor, done } = useAttemptKey();
  async function save(body: Output) {
    await (service
      ? change.mutateAsync({ id: service.id, body })
      : add.mutateAsync({ body, idempotencyKey: keyFor(body) }));
    done();
    onOpenChange(false);
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
        initial={service ? valuesOf(service) : empty}
        done={service ? 'Service saved' : 'Service added'}
        onSave={save}
      />
    </FormDialog>
  );
}

type ServiceFormProps = { initial: Values; done: string; onSave: (values: Output) => Promise<void> };

function ServiceForm({ initial, done, onSave }: ServiceFormProps) {
  const form = useZodForm({ schema: serviceForm, defaultValues: initial });
  const save = (values: Output) =>
    saveForm(form, {
      save: () => onSave(values),
      done,
      failed: 'Failed to save service',
      fallback: "The service wasn't saved.",
    });
  return (
    <Form id={FORM} form={form} onSubmit={async (values) => void (await save(values))}>
      <FormText<Values> name="name" label="Name" required autoComplete="off" />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <FormText<Values>
          name="code"
          label="Procedure code"
          optional
          hint="Example: H2015"
          autoComplete="off"
        />
        <FormText<Values>
          name="modifiers"
          label="Modifiers"
          optional
          hint="On claims. Example: U1 HQ"
          autoComplete="off"
          maxLength={MODIFIERS_MAX}
        />
        <FormText<Values>
          name="unitRate"
          label="Rate per unit ($)"
          type="number"
          optional
          hint="1 unit = 15 minutes"
        />
      </div>
      <FormTextArea<Values> name="description" label="Description" optional rows={2} />
      <FormSelect<Values>
        name="rounding"
        label="Rounding"
        options={toOptions(roundingLabels)}
        hint="Under the 8-minute rule, a remainder of 8 minutes or more counts as a unit. It applies per visit, not to the day’s total as in Medicare."
      />
      <FormSelect<Values>
        name="authorizationRequired"
        label="Authorization"
        options={toOptions(authorizationRuleLabels)}
        hint="Whether the client needs an authorization that covers the work date. If required, notes without one are rejected."
      />
    </Form>
  );
}
