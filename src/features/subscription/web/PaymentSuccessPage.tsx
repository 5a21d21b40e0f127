import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { SoloPage } from '#platform/web/SoloPage.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { planName } from '#features/businesses/web/public.tsx';
import {
  claimedBusinessQuery,
  clearPending,
  storePending,
  readPending,
  type PendingBusiness,
} from '#features/businesses/web/queries.ts';
import { showPaymentFailed } from './payment/payment.ts';

/**
 * The paid plan, and the link to create the administrator. The stored registration is removed here; the address
 * keeps the business's id, so that a reload loads it through the claim.
 */
export function PaymentSuccessPage() {
  const { businessId, redirect_status: status } = useSearch({ from: '/payment-success' });
  const navigate = useNavigate();
  const [paid] = useState(readPending);
  // The status the provider returned with; it is removed from the address.
  const [outcome] = useState(status);
  const failed = outcome === 'failed';
  // Without a status nothing is paid yet: the address was typed.
  const unpaid = failed || (paid && !outcome);
  useEffect(() => {
    if (failed) showPaymentFailed("The payment wasn't completed. Nothing was charged; please try again.");
    if (unpaid) void navigate({ to: '/subscribe', replace: true });
    else if (paid) {
      clearPending();
      void navigate({ to: '/payment-success', search: { businessId: paid.id }, replace: true });
    }
  }, [failed, unpaid, paid, navigate]);
  if (unpaid) return null;
  if (paid) return <Paid business={paid} />;
  return businessId ? <ClaimedBusiness businessId={businessId} /> : <NoPayment />;
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
      <p className="mt-4">One step left: create the administrator account for {businessName}.</p>
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

/** After a reload the business is loaded with the claim of this browser. */
function ClaimedBusiness({ businessId }: { businessId: number }) {
  const business = useQuery(claimedBusinessQuery(businessId));
  if (business.data) {
    const { id, planType, name, readOnly } = business.data;
    const pending = { id, planType, businessName: name };
    if (!readOnly) return <Paid business={pending} />;
    return <NotPaid business={pending} asking={business.isFetching} onAsk={() => void business.refetch()} />;
  }
  return (
    <Page>
      {business.isError ? (
        <QueryError title="Couldn't load the business" query={business} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Page>
  );
}

type NotPaidProps = { business: PendingBusiness; asking: boolean; onAsk: () => void };

/** The provider notifies the server by webhook, which may arrive after the browser. */
function NotPaid({ business, asking, onAsk }: NotPaidProps) {
  const navigate = useNavigate();
  function pay() {
    storePending(business);
    void navigate({ to: '/subscribe', replace: true });
  }
  return (
    <SoloPage title="No payment yet">
      <Card title={`${planName(business.planType)} for ${business.businessName}`}>
        <p>We haven't received a payment yet. A payment you just made can take a minute.</p>
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

function NoPayment() {
  return (
    <SoloPage title="Nothing to pay">
      <Card>
        <p className="pt-4">
          There's no payment to show here.{' '}
          <Link to="/register" className="text-accent-ink underline">
            Register your business
          </Link>
          , or log in if it's already registered.
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
