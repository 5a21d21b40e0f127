import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError, messageOf } from '#platform/web/apiError.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { preloadSchema, useZodForm } from '#platform/web/forms/useZodForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';
import { authApi } from '#features/auth/web/queries.ts';
import { claimedBusinessQuery } from '#features/businesses/web/queries.ts';
import { AdminFields, emptyAdmin } from './AdminFields.tsx';
import { useRegistration } from './useRegistration.ts';

const adminRules = preloadSchema(async () => (await import('#features/auth/contract.ts')).createAdminInput);

type Claim = { businessId: number; claim: string | undefined };

/** The first administrator of a registered business, whose name is read-only here. */
export function ClaimForm({ businessId, claim }: Claim) {
  const business = useQuery(claimedBusinessQuery(businessId, claim));
  if (business.isError) return <NoClaim error={business.error} onRetry={() => void business.refetch()} />;
  if (!business.data) return <Skeleton className="h-112" />;
  return <AdminForm businessId={businessId} claim={claim} business={business.data} />;
}

function NoClaim({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404;
  if (!isGone) {
    const body = messageOf(error, 'Please try again.');
    return <ErrorState title="Couldn't load the business" body={body} onRetry={onRetry} />;
  }
  return (
    <Card title="This registration can't be found">
      <p>
        The link may be older than 7 days, or the administrator account already exists. Open the link in the
        email to your business, or{' '}
        <Link to="/" className="text-accent-ink underline">
          log in
        </Link>
        .
      </p>
    </Card>
  );
}

type AdminFormProps = Claim & { business: { name: string; email: string; phone: string } };

/** Prefilled with the business's email and phone, which are often the owner's. */
function AdminForm({ businessId, claim, business }: AdminFormProps) {
  const form = useZodForm({
    schema: adminRules,
    defaultValues: {
      ...emptyAdmin,
      email: business.email,
      phone: business.phone,
      businessId,
      ...(claim && { claim }),
    },
  });
  const persisted = usePersistedForm({
    key: 'register-admin',
    form,
    omit: ['password', 'claim', 'businessId'],
  });
  const { save, pending } = useRegistration(form, persisted, (body) =>
    authApi('POST /api/auth/create-admin-for-business', { body }),
  );
  return (
    <Card>
      <Form form={form} onSubmit={save}>
        <Field label="Business name" hint="Set when the business was registered">
          <TextInput value={business.name} readOnly />
        </Field>
        <AdminFields />
        <Button type="submit" variant="primary" size="lg" pending={pending}>
          Create administrator
        </Button>
      </Form>
    </Card>
  );
}
