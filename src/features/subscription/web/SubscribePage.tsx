import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '#platform/web/apiError.ts';
import { SoloPage } from '#platform/web/SoloPage.tsx';
import { toast } from '#platform/web/toast.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { planAllowance, planName, planPrice } from '#features/businesses/web/public.tsx';
import { readPending, type PendingBusiness } from '#features/businesses/web/queries.ts';
import { Checkout } from './payment/Checkout.tsx';
import { messageFromServer } from './payment/payment.ts';

/** The payment for a newly registered business. */
export function SubscribePage() {
  const [pending] = useState(readPending);
  const navigate = useNavigate();
  useEffect(() => {
    if (pending) return;
    const description = 'Please complete business registration first.';
    toast({ title: 'Registration Required', description, variant: 'destructive' });
    void navigate({ to: '/register', replace: true });
  }, [pending, navigate]);
  return pending && <Payment business={pending} />;
}

function Payment({ business }: { business: PendingBusiness }) {
  const { id, planType, businessName } = business;
  const navigate = useNavigate();
  const goOn = () =>
    void navigate({ to: '/payment-success', search: { redirect_status: 'succeeded' }, replace: true });
  function handleRefusal(error: Error) {
    // Already paid, in another tab or before a reload: continues with the administrator.
    if (error instanceof ApiError && error.code === 'subscription_running') return goOn();
    const description = messageFromServer(error, 'Failed to initialize payment. Please try again.');
    toast({ title: 'Error', description, variant: 'destructive' });
    void navigate({ to: '/register', replace: true });
  }
  return (
    <SoloPage title="Subscribe" subtitle={`${planName(planType)} for ${businessName}`}>
      <Card title="Your plan">
        <DescriptionList
          columns={2}
          items={[
            { term: 'Business', value: businessName },
            { term: 'Plan', value: planName(planType) },
            { term: 'Price', value: `${planPrice(planType)} per month` },
            { term: 'Includes', value: planAllowance(planType) },
          ]}
        />
        <p className="mt-4 text-sm text-muted">You're charged today and then monthly until you cancel.</p>
      </Card>
      <Card title="Payment">
        <Checkout
          purchase={{ businessId: id, planType }}
          returnPath="/payment-success"
          onPaid={goOn}
          onRefused={handleRefusal}
        />
      </Card>
      <p className="text-sm text-muted">
        You can also{' '}
        <Link to="/register-admin" search={{ businessId: id }} className="text-accent-ink underline">
          create the administrator first
        </Link>{' '}
        and pay later under Subscription. Until then the business is read-only.
      </p>
    </SoloPage>
  );
}
