import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangePasswordDialog } from '../../../features/auth/web/public.tsx';
import { useIsManager, useUser } from '../../../features/auth/web/queries.ts';
import { businessQuery } from '../../../features/businesses/web/queries.ts';
import type { Business } from '../../../features/businesses/web/queries.ts';
import { Banner } from '../../../platform/web/ui/Banner.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';

/** What everybody has to know on every screen. */
export function Notices() {
  return (
    <>
      <IssuedPasswordNotice />
      <ReadOnlyNotice />
    </>
  );
}

function IssuedPasswordNotice() {
  const user = useUser();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {user.passwordIssued && (
        <Banner
          tone="pending"
          title="Your password was issued by a manager"
          className="mb-5 flex-wrap"
          action={
            <Button size="sm" onClick={() => setChoosing(true)}>
              Choose my own
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

const paid = ['active', 'trialing', 'past_due'];

/** Whether writes of this business are refused until somebody pays. */
function isUnpaid(business: Business): boolean {
  return !business.isCreatorBusiness && !paid.includes(business.subscriptionStatus ?? '');
}

function ReadOnlyNotice() {
  const isManager = useIsManager();
  const business = useQuery(businessQuery());
  if (!business.data || !isUnpaid(business.data)) return null;
  return (
    <Banner tone="info" title="Read-only until the subscription is paid" className="mb-5">
      You can sign in, look at everything and export it. Adding and changing is possible once the subscription
      runs. {!isManager && 'Please ask your manager.'}
    </Banner>
  );
}
