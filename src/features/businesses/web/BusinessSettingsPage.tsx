import { useQuery } from '@tanstack/react-query';
import { SettingsForm } from './forms/SettingsForm.tsx';
import { businessQuery } from './queries.ts';
import { messageOf } from '#platform/web/apiError.ts';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

/** What a business is called, where it is, and how it wants units to be handled. */
export function BusinessSettingsPage() {
  const business = useQuery(businessQuery());
  if (business.isError) {
    return (
      <ErrorState
        title="The settings could not be loaded"
        body={messageOf(business.error, 'Please try again.')}
        onRetry={() => void business.refetch()}
        retrying={business.isFetching}
      />
    );
  }
  if (!business.data) {
    return (
      <div aria-busy className="flex max-w-3xl flex-col gap-6">
        <Skeleton className="h-96" />
        <Skeleton className="h-56" />
      </div>
    );
  }
  return <SettingsForm business={business.data} />;
}
