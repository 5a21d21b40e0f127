import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import type { Subscription } from '#features/subscription/web/queries.ts';
import { dayOf, graceEnd, isOverdue } from './period.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';

type WarningProps = { subscription: Subscription; canReactivate: boolean };

/** What will happen to the access, and until when it can be prevented. */
export function Warning({ subscription, canReactivate }: WarningProps) {
  const { timeZone } = useUser();
  const isManager = useIsManager();
  const { status, cancel_at_period_end: ends, current_period_end: end } = subscription;
  const overdue = isOverdue(subscription) || status === 'paused';
  if (!overdue && !ends) return null;
  return (
    <div className="flex flex-col gap-3 lg:col-span-2">
      {overdue && (
        <Banner tone="danger" title="The last payment didn't go through">
          {status === 'past_due' &&
            `You keep full access until ${dayOf(graceEnd(subscription), timeZone)}. After that the business is read-only until the payment is made. `}
          {isManager ? 'Update the payment method to pay.' : 'Please ask your manager.'}
        </Banner>
      )}
      {ends && (
        <Banner tone="pending" title={`The subscription ends on ${dayOf(end, timeZone)}`}>
          You keep full access until then. After that the business is read-only; nothing is deleted.
          {canReactivate && ' You can reactivate it until that day.'}
        </Banner>
      )}
    </div>
  );
}
