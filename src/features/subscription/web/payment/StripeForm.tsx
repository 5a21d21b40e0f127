import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useTheme, type ResolvedTheme } from '#platform/web/theme.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { showPaymentFailed, type PayFormProps } from './payment.ts';
import { Unavailable } from './Unavailable.tsx';

type StripeFormProps = PayFormProps & { publishableKey: string };

/** The provider's own card form, loaded from the provider, so card numbers never reach this page. */
export function StripeForm(props: StripeFormProps) {
  const { publishableKey, clientSecret } = props;
  const { resolved } = useTheme();
  const stripe = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => loadStripe(publishableKey),
    structuralSharing: false,
  });
  const [broken, setBroken] = useState(false);
  if (stripe.isError || broken) {
    return (
      <Unavailable
        retrying={stripe.isFetching}
        onRetry={() => {
          setBroken(false);
          void stripe.refetch();
        }}
      />
    );
  }
  if (!stripe.data) return <Skeleton className="h-80" />;
  return (
    <Elements
      stripe={stripe.data}
      options={{ clientSecret, appearance: appearances[resolved], locale: 'en' }}
    >
      <PayForm {...props} onBroken={() => setBroken(true)} />
    </Elements>
  );
}

function PayForm({ price, returnPath, onPaid, onBroken }: PayFormProps & { onBroken: () => void }) {
  const [stripe, elements] = [useStripe(), useElements()];
  const [state, setState] = useState<'loading' | 'ready' | 'paying'>('loading');
  const [failure, setFailure] = useState<string | null>(null);
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (state !== 'ready' || !stripe || !elements) return;
    setState('paying');
    setFailure(null);
    const message = await pay(stripe, elements, returnPath);
    if (message === null) return onPaid();
    setState('ready');
    setFailure(message);
    showPaymentFailed(message);
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {failure && <Banner tone="danger">{failure}</Banner>}
      {state === 'loading' && <Skeleton className="h-56" />}
      <PaymentElement onReady={() => setState('ready')} onLoadError={onBroken} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        icon={<LockKeyhole aria-hidden />}
        pending={state !== 'ready'}
      >
        Pay {price}
      </Button>
    </form>
  );
}

/** Confirms the payment. @returns the reason for a failure, or null. The bank's 3-D Secure may redirect. */
async function pay(stripe: Stripe, elements: StripeElements, returnPath: string): Promise<string | null> {
  const { error } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: new URL(returnPath, location.origin).href },
    redirect: 'if_required',
  });
  return error ? (error.message ?? "The payment didn't go through. Please try again.") : null;
}

/** The product's colors for the provider's form, which supports no CSS variables. */
const appearances: Record<ResolvedTheme, Appearance> = {
  light: {
    theme: 'stripe',
    variables: {
      colorPrimary: '#056361',
      colorBackground: '#ffffff',
      colorText: '#161f22',
      colorTextSecondary: '#566367',
      colorDanger: '#a32a2b',
      borderRadius: '6px',
    },
  },
  dark: {
    theme: 'night',
    variables: {
      colorPrimary: '#5cc9c1',
      colorBackground: '#161f21',
      colorText: '#ecf0f0',
      colorTextSecondary: '#a9b4b7',
      colorDanger: '#f2b0ad',
      borderRadius: '6px',
    },
  },
};
