import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SoloPage } from '#platform/web/SoloPage.tsx';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { RegisterForm } from './forms/RegisterForm.tsx';
import { readPending, type PendingBusiness } from './queries.ts';

/** Registers a business; the payment and the administrator are the next steps. */
export function RegisterPage() {
  const [pending] = useState(readPending);
  return (
    <SoloPage title="Register your business" subtitle="First your business, then your administrator account.">
      {pending && <PendingPayment business={pending} />}
      <RegisterForm />
    </SoloPage>
  );
}

/** After an unfinished payment: the business is registered, only the payment is missing. */
function PendingPayment({ business }: { business: PendingBusiness }) {
  return (
    <Banner
      tone="info"
      title={`${business.businessName} is registered. Payment is still due.`}
      className="flex-wrap"
      action={
        <Link to="/subscribe" className={buttonClass({ size: 'sm' })}>
          Continue to payment
        </Link>
      }
    >
      Use the form below only to register a different business.
    </Banner>
  );
}
