import { useUser } from '#features/sessions/web/queries.ts';
import type { Subscription } from '#features/subscription/web/queries.ts';
import { nextPayment } from './period.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';

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
