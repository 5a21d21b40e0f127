import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { deviceZone } from '#platform/contract/zone.ts';
import { toZoneName } from '#platform/contract/zoneNames.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormChoice } from '#platform/web/forms/FormChoice.tsx';
import { toastSaveError } from '#platform/web/forms/toastSaveError.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { preloadSchema, useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { businessInput, PlanType } from '#features/businesses/contract.ts';
import { planChoices } from '#features/businesses/web/public.tsx';
import { businessCountQuery, storePending, useRegisterBusiness } from '#features/businesses/web/queries.ts';
import { ContactFields } from './ContactFields.tsx';

const businessRules = preloadSchema(
  async () => (await import('#features/businesses/contract.ts')).businessInput,
);

const CONTINUE_AFTER_MS = 1_000;

type Values = z.output<typeof businessInput>;

/** The registration form. The next step is the administrator for the first business ever, the payment for others. */
export function RegisterForm() {
  const { plan } = useSearch({ from: '/register' });
  const navigate = useNavigate();
  const businesses = useQuery(businessCountQuery());
  const form = useZodForm({
    schema: businessRules,
    defaultValues: emptyBusiness(plan),
  });
  const persisted = usePersistedForm({ key: 'register', form, omit: ['timeZone'] });
  const register = useRegisterBusiness();
  // After registration the count is 1; the form keeps its layout.
  const first = businesses.data?.count === 0 || register.data?.business.isCreatorBusiness === true;
  async function save(values: Values) {
    try {
      const { business, message } = await register.mutateAsync(values);
      persisted.clear();
      toast({ title: 'Success', description: message });
      if (!business.isCreatorBusiness) storePending({ ...business, businessName: business.name });
      setTimeout(() => {
        if (!business.isCreatorBusiness) void navigate({ to: '/subscribe' });
        else void navigate({ to: '/register-admin', search: { businessId: business.id } });
      }, CONTINUE_AFTER_MS);
    } catch (error) {
      const fallback = 'Please check your information and try again.';
      toastSaveError(form, error, { title: 'Registration failed', fallback });
    }
  }
  return (
    <Card>
      <Form form={form} onSubmit={save}>
        <ContactFields />
        {businesses.isPending && <Skeleton className="h-48" />}
        {first && (
          <Banner tone="success" title="Free for the app creator">
            Yours is the first business: free, with unlimited access.
          </Banner>
        )}
        {!businesses.isPending && !first && (
          <div>
            <FormChoice name="planType" legend="Plan" options={planChoices} look="list" />
            <p className="mt-2 text-sm text-muted">
              Next you'll pay by card. Nothing is charged before that.
            </p>
          </div>
        )}
        <Button type="submit" variant="primary" size="lg" pending={register.isPending || register.isSuccess}>
          Register business
        </Button>
      </Form>
    </Card>
  );
}

const emptyBusiness = (plan: PlanType = 'premium'): z.input<typeof businessInput> => ({
  name: '',
  email: '',
  phone: '',
  address: '',
  description: '',
  planType: plan,
  timeZone: toZoneName(deviceZone()) ?? undefined,
});
