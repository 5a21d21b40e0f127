import { useUser } from '#features/sessions/web/queries.ts';
import type { Subscription } from '#features/subscription/web/queries.ts';
import { amountOf, dayOf, nextEvent } from './period.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { Tone } from '#platform/web/ui/tones.ts';

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
