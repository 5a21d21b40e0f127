import { useQuery } from '@tanstack/react-query';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { SettingsForm } from '#features/businesses/web/forms/SettingsForm.tsx';
import { ClosedPeriodCard } from '#features/businesses/web/periods/ClosedPeriodCard.tsx';
import { businessQuery } from '#features/businesses/web/queries.ts';
import { ServicesCard } from '#features/services/web/public.tsx';
import { useUser, validateSession } from '#features/sessions/web/queries.ts';

/** Services, closed period, contact data, time zone, weeks and overuse policy of the business. */
export function BusinessSettingsPage() {
  const user = useUser();
  const business = useQuery(businessQuery());
  if (business.isError)
    return <QueryError title="Couldn't load the settings" query={business} fallback="Please try again." />;
  if (!business.data) {
    return (
      <div aria-busy className="flex max-w-3xl flex-col gap-6">
        <Skeleton className="h-96" />
        <Skeleton className="h-56" />
      </div>
    );
  }
  return (
    <div className="grid max-w-3xl gap-6">
      <ServicesCard />
      <ClosedPeriodCard business={business.data} canReopen={user.role === 'admin'} />
      <SettingsForm business={business.data} userId={user.id} onSaved={validateSession} />
    </div>
  );
}
