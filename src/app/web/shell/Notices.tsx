import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { ChangePasswordDialog } from '#features/auth/web/public.tsx';
import { businessQuery } from '#features/businesses/web/queries.ts';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { ConnectionBar } from './ConnectionBar.tsx';

const ReadOnlyNotice = lazyComponent(async () => (await import('./Unpaid.tsx')).ReadOnlyNotice);
const OverdueNotice = lazyComponent(async () => (await import('./Unpaid.tsx')).OverdueNotice);
const StatusBars = lazyComponent(async () => (await import('./StatusBars.tsx')).StatusBars);

/** Banners above every screen. */
export function Notices() {
  return (
    <div className="print:hidden">
      <ConnectionBar />
      <StatusBars />
      <TemporaryPasswordNotice />
      <SubscriptionNotice />
    </div>
  );
}

function TemporaryPasswordNotice() {
  const user = useUser();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {user.passwordIssued && (
        <Banner
          tone="pending"
          title="You’re using a temporary password"
          className="mb-5 flex-wrap"
          action={
            <Button size="sm" onClick={() => setChoosing(true)}>
              Choose a new one
            </Button>
          }
        >
          <span className="max-sm:sr-only">Choose your own, so that only you know it.</span>
        </Banner>
      )}
      <ChangePasswordDialog open={choosing} onOpenChange={setChoosing} />
    </>
  );
}

/** The notice of a read-only business, or of a payment that failed. */
function SubscriptionNotice() {
  const isManager = useIsManager();
  const { data: business } = useQuery(businessQuery());
  const isOverdue = isManager && business?.subscriptionStatus === 'past_due';
  if (!business?.readOnly && !isOverdue) return null;
  return business.readOnly ? <ReadOnlyNotice /> : <OverdueNotice />;
}
