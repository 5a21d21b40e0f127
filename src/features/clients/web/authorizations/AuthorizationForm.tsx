import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toOptions } from '#platform/web/ui/options.ts';
import { authorizationStatusLabels } from '#features/clients/rules.ts';
import { NumberField } from '#features/clients/web/form/NumberField.tsx';
import { isActive } from '#features/services/rules.ts';
import { toServiceOptions } from '#features/services/web/public.tsx';
import { useServices } from '#features/services/web/queries.ts';
import { RatesField } from '#features/services/web/rates/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import {
  authorizationForm,
  OTHER,
  valuesOf,
  type AuthorizationOutput,
  type AuthorizationValues,
} from './authorizationForm.ts';
import type { Authorization } from './queries.ts';

export const FORM = 'authorization';

type AuthorizationFormProps = {
  clientId: number;
  authorization: Authorization | null;
  /** False when the user canceled. */
  onSave: (values: AuthorizationOutput) => Promise<boolean>;
};

/** The fields of an authorization. Unsaved input survives a reload and closing. */
export function AuthorizationForm({ clientId, authorization, onSave }: AuthorizationFormProps) {
  const user = useUser();
  const [defaultValues] = useState(() => valuesOf(authorization));
  const form = useZodForm({ schema: authorizationForm, defaultValues });
  const persisted = usePersistedForm({
    key: ownKey(user.id, authorization ? `authorization:${authorization.id}` : `service:${clientId}`),
    form,
    storage: 'session',
  });
  async function save(values: AuthorizationOutput) {
    const isSaved = await saveForm(form, {
      save: () => onSave(values),
      done: authorization ? 'Authorization saved' : 'Service added successfully',
      failed: authorization ? 'Failed to save authorization' : 'Failed to add service',
      fallback: "The service wasn't saved.",
    });
    if (isSaved) persisted.clear();
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <ServiceFields authorization={authorization} />
      <Terms />
      <Rates />
      <FormTextArea<AuthorizationValues> name="notes" label="Notes" optional rows={2} />
    </Form>
  );
}

/** The service, or a name for one that the business does not bill by. */
function ServiceFields({ authorization }: Pick<AuthorizationFormProps, 'authorization'>) {
  const category = useWatch<AuthorizationValues, 'category'>({ name: 'category' });
  const current = authorization?.category;
  const services = (useServices().data ?? []).filter((one) => isActive(one) || one.key === current);
  // A service can't be changed back into a name.
  const other = current ? [] : [{ value: OTHER, label: 'Other service (name only)' }];
  return (
    <>
      <FormSelect<AuthorizationValues>
        name="category"
        label="Service"
        required
        options={[...toServiceOptions(services), ...other]}
        placeholder="Select a service"
      />
      {category === OTHER && (
        <FormText<AuthorizationValues> name="serviceName" label="Service Name" required autoComplete="off" />
      )}
      <FormTextArea<AuthorizationValues> name="serviceDescription" label="Description" optional rows={2} />
    </>
  );
}

/** Period, units, rate, payer and status; a name without a service has only an expiry date and a status. */
function Terms() {
  const category = useWatch<AuthorizationValues, 'category'>({ name: 'category' });
  const isNameOnly = category === OTHER;
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {!isNameOnly && (
        <FormText<AuthorizationValues>
          name="startDate"
          label="Start Date"
          type="date"
          optional
          hint="First day covered"
        />
      )}
      <FormText<AuthorizationValues>
        name="expiryDate"
        label="Expiry Date"
        type="date"
        optional
        hint="Last day covered"
      />
      {!isNameOnly && <Units />}
      <FormSelect<AuthorizationValues>
        name="status"
        label="Status"
        options={toOptions(authorizationStatusLabels)}
      />
    </div>
  );
}

/** Only a service of the business has rates. */
function Rates() {
  const category = useWatch<AuthorizationValues, 'category'>({ name: 'category' });
  return category === OTHER ? null : <RatesField otherwise="the service’s rate" />;
}

function Units() {
  return (
    <>
      <NumberField<AuthorizationValues>
        name="unitsAuthorized"
        label="Units Authorized"
        optional
        hint="Leave blank to use the client's general units"
        step={1}
      />
      <NumberField<AuthorizationValues>
        name="unitsPerWeek"
        label="Units per Week"
        optional
        hint="Limit, by work date"
        step={1}
      />
      <NumberField<AuthorizationValues>
        name="unitsPerMonth"
        label="Units per Month"
        optional
        hint="Limit, by calendar month"
        step={1}
      />
      <FormText<AuthorizationValues>
        name="payer"
        label="Payer"
        optional
        hint="Example: Medicaid"
        autoComplete="off"
        maxLength={255}
      />
      <FormText<AuthorizationValues>
        name="payerClientId"
        label="Client ID at the Payer"
        optional
        hint="On claims. Example: the Medicaid ID"
        autoComplete="off"
        maxLength={100}
      />
      <FormText<AuthorizationValues>
        name="reference"
        label="Authorization Number"
        optional
        hint="Assigned by the payer"
        autoComplete="off"
        maxLength={100}
      />
    </>
  );
}
