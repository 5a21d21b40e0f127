/** The notices of a business without an active subscription, in a chunk of their own. */

import { Link, useLocation } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { setWriteRefusal } from '#platform/web/writes.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';

const TITLE = 'Read-only until the subscription is paid';
const TO = '/subscription-management';

/** The banner of a read-only business; while it is mounted, every form shows the same reason. */
export function ReadOnlyNotice() {
  const isManager = useIsManager();
  useEffect(() => {
    setWriteRefusal({ title: TITLE, body: <ReadOnlyReason isManager={isManager} /> });
    return () => setWriteRefusal(null);
  }, [isManager]);
  return (
    <Banner tone="info" title={TITLE} className="mb-5 flex-wrap" action={isManager && <ToSubscription />}>
      To add or change anything, start a subscription.
      {!isManager && ' Please ask your manager.'}
    </Banner>
  );
}

/** The notice of a failed payment, for managers; the business is not read-only yet. */
export function OverdueNotice() {
  // The subscription screen has its own notice.
  if (useIsThere()) return null;
  return (
    <Banner
      tone="pending"
      title="The last subscription payment did not go through"
      className="mb-5 flex-wrap"
      action={<ToSubscription />}
    >
      Everything still works for now. Update the payment method before the business becomes read-only.
    </Banner>
  );
}

/** Rendered in place of a screen that only creates records. */
export function RefusedScreen() {
  const isManager = useIsManager();
  return (
    <EmptyState
      icon={<Lock aria-hidden />}
      title="Submitting is unavailable right now"
      body={`The business is read-only until its subscription is paid. What you’ve typed is saved.${isManager ? '' : ' Please ask your manager.'}`}
    />
  );
}

const useIsThere = () => useLocation({ select: ({ pathname }) => pathname === TO });

function ToSubscription() {
  if (useIsThere()) return null;
  return (
    <Link to={TO} className={buttonClass({ size: 'sm' })}>
      Go to Subscription
    </Link>
  );
}

function ReadOnlyReason({ isManager }: { isManager: boolean }) {
  if (!isManager) return 'Nothing can be added or changed until then. Please ask your manager.';
  return (
    <>
      Nothing can be added or changed until then.{' '}
      <Link to={TO} className="underline">
        Go to Subscription
      </Link>
    </>
  );
}
