/** What a business without a running subscription reads. Loaded only where one is. */
import { Link, useLocation } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { refuseWrites } from '#platform/web/writes.ts';

const TITLE = 'Read-only until the subscription is paid';
const TO = '/subscription-management';

/** Stands above every screen, and lets every form say the same before anybody fills it in. */
export function ReadOnlyNotice() {
  const isManager = useIsManager();
  useEffect(() => {
    refuseWrites({ title: TITLE, body: <Why isManager={isManager} /> });
    return () => refuseWrites(null);
  }, [isManager]);
  return (
    <Banner tone="info" title={TITLE} className="mb-5 flex-wrap" action={isManager && <ToSubscription />}>
      You can sign in and look at everything. Adding and changing is possible once a subscription runs.
      {!isManager && ' Please ask your manager.'}
    </Banner>
  );
}

/** A payment failed, and everything still works; for those who can do something about it. */
export function OverdueNotice() {
  // The subscription's own screen says it with the date.
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

/** Stands in place of a screen on which one would write something in vain. */
export function RefusedScreen() {
  const isManager = useIsManager();
  return (
    <EmptyState
      icon={<Lock aria-hidden />}
      title="Nothing can be submitted at the moment"
      body={`The business is read-only until its subscription is paid. What you typed before is kept.${isManager ? '' : ' Please ask your manager.'}`}
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

function Why({ isManager }: { isManager: boolean }) {
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
