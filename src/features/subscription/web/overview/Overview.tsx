import { useQuery } from '@tanstack/react-query';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { Tone } from '#platform/web/ui/tones.ts';
import { businessQuery } from '#features/businesses/web/queries.ts';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import type { Subscription } from '#features/subscription/web/queries.ts';
import { amountOf, dayOf, graceEnd, isOverdue, nextEvent, nextPayment } from './period.ts';

/** Plan, status, price and dates of the period. */
export function Overview({ subscription }: { subscription: Subscription }) {
  const { timeZone } = useUser();
  const { plan, current_period_start: start, current_period_end: end } = subscription;
  return (
    <Card
      title={plan.nickname}
      description="Subscription plan"
      actions={<Badges subscription={subscription} />}
    >
      <p className="tabular mb-4">
        <span className="text-3xl font-semibold tracking-tight">{amountOf(plan)}</span>
        <span className="text-muted"> per {plan.interval}</span>
      </p>
      <DescriptionList
        columns={2}
        items={[
          { term: 'Current period', value: `${dayOf(start, timeZone)} to ${dayOf(end, timeZone)}` },
          nextEvent(subscription, timeZone),
        ]}
      />
    </Card>
  );
}

function Badges({ subscription }: { subscription: Subscription }) {
  const { tone, label } = states[subscription.status];
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {subscription.cancel_at_period_end && <StatusBadge tone="pending">Canceling</StatusBadge>}
    </>
  );
}

const states: Record<Subscription['status'], { tone: Tone; label: string }> = {
  active: { tone: 'success', label: 'Active' },
  trialing: { tone: 'success', label: 'Trial' },
  past_due: { tone: 'danger', label: 'Past due' },
  unpaid: { tone: 'danger', label: 'Unpaid' },
  paused: { tone: 'pending', label: 'Paused' },
  incomplete: { tone: 'pending', label: 'Incomplete' },
  incomplete_expired: { tone: 'neutral', label: 'Expired' },
  canceled: { tone: 'neutral', label: 'Ended' },
};

/** Billing email and next payment, for managers: others do not receive them. */
export function BillingInfo({ subscription }: { subscription: Subscription }) {
  const { timeZone } = useUser();
  const { customer, id } = subscription;
  if (customer === null) return null;
  return (
    <Card title="Billing information">
      <DescriptionList
        items={[
          { term: 'Billing email', value: customer.email },
          { term: 'Next payment', value: nextPayment(subscription, timeZone) },
          { term: 'Subscription ID', value: <span className="font-mono text-sm">{id}</span> },
        ]}
      />
    </Card>
  );
}

type WarningProps = { subscription: Subscription; canReactivate: boolean };

/** Notice of what will happen to the access, with the deadline for preventing it. */
export function Warning({ subscription, canReactivate }: WarningProps) {
  const { timeZone } = useUser();
  const isManager = useIsManager();
  const { data: business } = useQuery(businessQuery());
  const { status, cancel_at_period_end: ends, current_period_end: end } = subscription;
  const overdue = isOverdue(subscription) || status === 'paused';
  if (!overdue && !ends) return null;
  return (
    <div className="flex flex-col gap-3 lg:col-span-2">
      {overdue && (
        <Banner tone="danger" title="The last payment didn't go through">
          {status === 'past_due' &&
            (business?.readOnly
              ? 'The business is read-only until the payment is made. '
              : `You keep full access until ${dayOf(graceEnd(subscription), timeZone)}. After that the business is read-only until the payment is made. `)}
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
