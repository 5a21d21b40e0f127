import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { RadioGroup } from '#platform/web/ui/RadioGroup.tsx';
import type { PlanType } from '#features/businesses/contract.ts';
import { planChoices, planName, planPrice } from '#features/businesses/web/public.tsx';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { Checkout } from '#features/subscription/web/payment/Checkout.tsx';
import { showFailure } from '#features/subscription/web/payment/payment.ts';
import type { SubscriptionInfo } from '#features/subscription/web/queries.ts';
import { dayOf } from './period.ts';
import { Usage } from './Usage.tsx';

/** Explains what the missing subscription means, and lets managers start one. */
export function NoSubscription({ info }: { info: SubscriptionInfo }) {
  const { timeZone } = useUser();
  const isManager = useIsManager();
  const past = info.subscription?.status === 'canceled' ? info.subscription : null;
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Card>
        <EmptyState
          icon={<CreditCard aria-hidden />}
          title="No Active Subscription"
          body={
            <>
              {past && `${past.plan.nickname} ended on ${dayOf(past.current_period_end, timeZone)}. `}
              Your data is read-only until a subscription starts; nothing is deleted.{' '}
              {isManager ? 'Choose a plan to start one.' : 'Please ask your manager.'}
            </>
          }
        />
      </Card>
      {info.can.subscribe && <Subscribe suggested={info.planType} />}
      {info.usage && <Usage usage={info.usage} />}
    </div>
  );
}

function Subscribe({ suggested }: { suggested: PlanType }) {
  const { businessId } = useUser();
  const [planType, setPlanType] = useState(suggested);
  const [step, setStep] = useState<'plan' | 'card' | 'paid'>('plan');
  if (step === 'paid') {
    return (
      <Banner tone="success" title="Payment received">
        Your subscription will start in a moment. This page updates automatically.
      </Banner>
    );
  }
  if (step === 'plan') {
    return (
      <Card title="Choose a plan">
        <RadioGroup legend="Plan" hideLegend value={planType} onChange={setPlanType} options={planChoices} />
        <Button variant="primary" size="lg" className="mt-5" onClick={() => setStep('card')}>
          Continue to payment
        </Button>
      </Card>
    );
  }
  return (
    <Card
      title={`${planName(planType)}, ${planPrice(planType)} per month`}
      description="You're charged today and then monthly until you cancel."
      actions={
        <Button size="sm" onClick={() => setStep('plan')}>
          Change plan
        </Button>
      }
    >
      <Checkout
        purchase={{ businessId, planType }}
        returnPath="/subscription-management"
        onPaid={() => {
          setStep('paid');
          toast({ title: 'Payment successful', description: `Thank you. You're on ${planName(planType)}.` });
        }}
        onRefused={(error) => {
          setStep('plan');
          showFailure(error, 'Failed to initialize payment. Please try again.');
        }}
      />
    </Card>
  );
}
