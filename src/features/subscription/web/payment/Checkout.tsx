import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#platform/web/apiError.ts';
import { clearToast } from '#platform/web/toast.ts';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { planPrice } from '#features/businesses/web/public.tsx';
import { checkoutQuery, configQuery, type Purchase } from '#features/subscription/web/queries.ts';
import type { PayFormProps } from './payment.ts';
import { Unavailable } from './Unavailable.tsx';

const skeleton = <Skeleton className="h-80" />;
const SandboxForm = lazyComponent(async () => (await import('./SandboxForm.tsx')).SandboxForm, skeleton);
const StripeForm = lazyComponent(async () => (await import('./StripeForm.tsx')).StripeForm, skeleton);

type CheckoutProps = {
  purchase: Purchase;
  /** Called when the server rejects the subscription; the caller shows the reason and navigates. */
  onRefused: (error: Error) => void;
} & Pick<PayFormProps, 'returnPath' | 'onPaid'>;

/** Takes the payment for a plan with the configured provider. */
export function Checkout({ purchase, onRefused, returnPath, onPaid }: CheckoutProps) {
  const config = useQuery(configQuery());
  const isOff = config.data?.payments === 'none';
  const checkout = useQuery({ ...checkoutQuery(purchase), enabled: config.isSuccess && !isOff });
  const refusal = checkout.error && !isUnavailable(checkout.error) ? checkout.error : null;
  useEffect(() => {
    if (refusal) onRefused(refusal);
    // Once for each rejection only.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refusal]);
  function paid() {
    // Closes an outdated toast about a due or failed payment.
    clearToast();
    onPaid();
  }
  if (isOff) return <Unavailable why="Payments are turned off on this server. Nothing was charged." />;
  if (config.isError || (checkout.error && !refusal)) {
    const failedQuery = config.isError ? config : checkout;
    return <Unavailable onRetry={() => void failedQuery.refetch()} retrying={failedQuery.isFetching} />;
  }
  if (!config.data || !checkout.data) return skeleton;
  const { payments, stripePublishableKey } = config.data;
  const form = {
    returnPath,
    onPaid: paid,
    clientSecret: checkout.data.clientSecret,
    price: planPrice(purchase.planType),
  };
  return payments === 'stripe' && stripePublishableKey ? (
    <StripeForm {...form} publishableKey={stripePublishableKey} />
  ) : (
    <SandboxForm {...form} />
  );
}

/** Recognizes that the provider is unavailable. */
const isUnavailable = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'payments_unavailable';
