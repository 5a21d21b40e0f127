import { deviceZone } from '#platform/contract/zone.ts';
import { toZoneName } from '#platform/contract/zoneNames.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { preloadSchema, useZodForm } from '#platform/web/forms/useZodForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { EMPLOYEE_COUNTS, INDUSTRIES } from '#features/auth/rules.ts';
import { authApi } from '#features/auth/web/queries.ts';
import { AdminFields, emptyAdmin } from './AdminFields.tsx';
import { useRegistration } from './useRegistration.ts';

const registrationRules = preloadSchema(
  async () => (await import('#features/auth/contract.ts')).registerAdminInput,
);

const empty = {
  businessName: '',
  businessEmail: '',
  businessPhone: '',
  businessAddress: '',
  businessCity: '',
  businessState: '',
  businessZipCode: '',
  businessWebsite: '',
  industry: undefined,
  employeeCount: undefined,
  ...emptyAdmin,
  timeZone: toZoneName(deviceZone()) ?? '',
};

/** A new business and its administrator in one form. */
export function RegisterAdminForm() {
  const form = useZodForm({
    schema: registrationRules,
    defaultValues: empty,
  });
  const persisted = usePersistedForm({ key: 'register-admin', form, omit: ['password', 'timeZone'] });
  const { save, pending } = useRegistration(form, persisted, (body) =>
    authApi('POST /api/auth/register-admin', { body }),
  );
  return (
    <Form form={form} onSubmit={save}>
      <Card title="Business">
        <BusinessFields />
      </Card>
      <Card title="Your account">
        <AdminFields />
      </Card>
      <Button type="submit" variant="primary" size="lg" pending={pending} className="sm:self-start">
        Create administrator
      </Button>
    </Form>
  );
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const industries = INDUSTRIES.map((value) => ({ value, label: capitalised(value) }));
const counts = EMPLOYEE_COUNTS.map((value) => ({ value, label: value }));

function BusinessFields() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText
        name="businessName"
        label="Business name"
        autoComplete="organization"
        className="sm:col-span-2"
        required
      />
      <FormText name="businessEmail" label="Business email" type="email" autoComplete="email" required />
      <FormText name="businessPhone" label="Business phone" type="tel" autoComplete="tel" optional />
      <FormText
        name="businessAddress"
        label="Address"
        autoComplete="street-address"
        className="sm:col-span-2"
        optional
      />
      <FormText name="businessCity" label="City" autoComplete="address-level2" optional />
      <FormText name="businessState" label="State" autoComplete="address-level1" optional />
      <FormText name="businessZipCode" label="ZIP code" autoComplete="postal-code" optional />
      <FormText name="businessWebsite" label="Website" type="url" autoComplete="url" optional />
      <FormSelect name="industry" label="Industry" options={industries} placeholder="Choose…" optional />
      <FormSelect
        name="employeeCount"
        label="Employee count"
        options={counts}
        placeholder="Choose…"
        required
      />
    </div>
  );
}
