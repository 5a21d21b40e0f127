import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Infinity as Unlimited } from 'lucide-react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { businessQuery } from '#features/businesses/web/queries.ts';
import { Actions } from './overview/Actions.tsx';
import { NoSubscription } from './overview/NoSubscription.tsx';
import { BillingInfo, Overview, Warning } from './overview/Overview.tsx';
import { Usage } from './overview/Usage.tsx';
import { subscriptionQuery, type SubscriptionInfo } from './queries.ts';

const CardDialog = lazyDialog(async () => (await import('./payment/CardDialog.tsx')).CardDialog);

/** Subscription management: plan, usage, actions and billing. */
export function SubscriptionPage() {
  const info = useQuery(subscriptionQuery());
  const business = useQuery(businessQuery());
  const failed = [info, business].find((one) => one.isError);
  if (failed) return <QueryError title="Failed to load subscription information" query={failed} />;
  if (!info.data || !business.data) return <Loading />;
  if (business.data.isCreatorBusiness) return <FreePlan info={info.data} />;
  return <Paying info={info.data} />;
}

function Paying({ info }: { info: SubscriptionInfo }) {
  const { subscription } = info;
  const card = useCardDialog();
  const isOver = subscription === null || ENDED.has(subscription.status);
  if (isOver) return <NoSubscription info={info} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
      <Warning subscription={subscription} canReactivate={info.can.reactivate} />
      <div className="flex min-w-0 flex-col gap-6">
        <Overview subscription={subscription} />
        {info.usage && <Usage usage={info.usage} />}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Actions info={info} />
        <BillingInfo subscription={subscription} />
      </div>
      <CardDialog open={card.open} onOpenChange={card.onOpenChange} />
    </div>
  );
}

/** The card dialog, opened by the sandbox's 'Update payment method' link. */
function useCardDialog() {
  const open = useSearch({ from: '/subscription-management' })['payment-method'] === 'update';
  const navigate = useNavigate();
  const close = () => void navigate({ to: '/subscription-management', search: {}, replace: true });
  return { open, onOpenChange: (next: boolean) => !next && close() };
}

const ENDED = new Set(['incomplete', 'incomplete_expired', 'canceled']);

/** The creator business pays nothing. */
function FreePlan({ info }: { info: SubscriptionInfo }) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Card
        title="Creator business"
        actions={
          <Badge tone="success" icon={<Unlimited aria-hidden />}>
            Free, unlimited
          </Badge>
        }
      >
        Yours was the first business on this server. It's free, with unlimited access: no subscription to pay
        and no limit on employees or clients.
      </Card>
      {info.usage && <Usage usage={info.usage} />}
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
      <p className="sr-only">Loading</p>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-60" />
        <Skeleton className="h-40" />
      </div>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-52" />
        <Skeleton className="h-52" />
      </div>
    </div>
  );
}
