import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { planName } from '#features/businesses/web/public.tsx';
import {
  claimedBusinessQuery,
  clearPending,
  keepPending,
  readPending,
} from '#features/businesses/web/queries.ts';
import type { PendingBusiness } from '#features/businesses/web/queries.ts';
import { showPaymentFailed } from './payment/payment.ts';
import { messageOf } from '#platform/web/apiError.ts';
import { SoloPage } from '#platform/web/SoloPage.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

/**
 * What was paid for, and the way on to the administrator. The pending registration is forgotten here; the address
 * keeps the business's id, so that a reload finds it again through the claim.
 */
export function PaymentSuccessPage() {
  const { businessId, redirect_status: status } = useSearch({ from: '/payment-success' });
  const navigate = useNavigate();
  const [paid] = useState(readPending);
  // As the payment led here; the address forgets it.
  const [outcome] = useState(status);
  const failed = outcome === 'failed';
  // Somebody who typed the address has yet to pay.
  const unpaid = failed || (paid && !outcome);
  useEffect(() => {
    if (failed) showPaymentFailed('The payment was not completed. Nothing was charged; please try again.');
    if (unpaid) void navigate({ to: '/subscribe', replace: true });
    else if (paid) {
      clearPending();
      void navigate({ to: '/payment-success', search: { businessId: paid.id }, replace: true });
    }
  }, [failed, unpaid, paid, navigate]);
  if (unpaid) return null;
  if (paid) return <Paid business={paid} />;
  return businessId ? <FoundAgain businessId={businessId} /> : <NothingPaid />;
}

function Paid({ business }: { business: PendingBusiness }) {
  const { id, planType, businessName } = business;
  return (
    <Page>
      <p className="mb-4 flex items-center gap-2 font-medium text-success-ink">
        <CircleCheck aria-hidden className="size-5 shrink-0" />
        Thank you. {businessName} is ready.
      </p>
      <DescriptionList
        columns={2}
        items={[
          { term: 'Business', value: businessName },
          { term: 'Plan', value: planName(planType) },
        ]}
      />
      <p className="mt-4">
        One step is left: create the administrator, the person who runs {businessName} here.
      </p>
      <Link
        to="/register-admin"
        search={{ businessId: id }}
        className={`${buttonClass({ variant: 'primary', size: 'lg' })} mt-5`}
      >
        Create the administrator
      </Link>
    </Page>
  );
}

/** After a reload: the claim of this browser still opens the business. */
function FoundAgain({ businessId }: { businessId: number }) {
  const business = useQuery(claimedBusinessQuery(businessId));
  if (business.data) {
    const { id, planType, name, readOnly } = business.data;
    const found = { id, planType, businessName: name };
    if (!readOnly) return <Paid business={found} />;
    return <NotPaid business={found} asking={business.isFetching} onAsk={() => void business.refetch()} />;
  }
  return (
    <Page>
      {business.isError ? (
        <ErrorState
          title="The business could not be loaded"
          body={messageOf(business.error, 'Please try again.')}
          onRetry={() => void business.refetch()}
          retrying={business.isFetching}
        />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Page>
  );
}

type NotPaidProps = { business: PendingBusiness; asking: boolean; onAsk: () => void };

/** The provider tells the server of a payment on its own way, which may take longer than the browser's. */
function NotPaid({ business, asking, onAsk }: NotPaidProps) {
  const navigate = useNavigate();
  function pay() {
    keepPending(business);
    void navigate({ to: '/subscribe', replace: true });
  }
  return (
    <SoloPage title="No payment yet">
      <Card title={`${planName(business.planType)} for ${business.businessName}`}>
        <p>No payment has arrived so far. One that was made just now can take a minute.</p>
        <div className="mt-5 flex flex-wrap gap-2">
          <Button variant="primary" onClick={pay}>
            Continue to payment
          </Button>
          <Button pending={asking} onClick={onAsk}>
            Check again
          </Button>
        </div>
      </Card>
    </SoloPage>
  );
}

function NothingPaid() {
  return (
    <SoloPage title="No payment here">
      <Card>
        <p className="pt-4">
          This tab holds no payment.{' '}
          <Link to="/register" className="text-accent-ink underline">
            Register your business
          </Link>
          , or log in if it is registered already.
        </p>
      </Card>
    </SoloPage>
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <SoloPage title="Payment successful">
      <Card title="Your subscription">{children}</Card>
    </SoloPage>
  );
}
