import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RegisterForm } from './forms/RegisterForm.tsx';
import { readPending } from './queries.ts';
import type { PendingBusiness } from './queries.ts';
import { SoloPage } from '#platform/web/SoloPage.tsx';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';

/** The registration of a business; its payment and its administrator follow. */
export function RegisterPage() {
  const [pending] = useState(readPending);
  return (
    <SoloPage title="Register your business" subtitle="First the business, then the person who runs it here.">
      {pending && <StillPending business={pending} />}
      <RegisterForm />
    </SoloPage>
  );
}

/** Who comes back from an unfinished payment need not register again. */
function StillPending({ business }: { business: PendingBusiness }) {
  return (
    <Banner
      tone="info"
      title={`${business.businessName} is registered and waits for its payment`}
      className="flex-wrap"
      action={
        <Link to="/subscribe" className={buttonClass({ size: 'sm' })}>
          Continue to payment
        </Link>
      }
    >
      Register below only if you mean another business.
    </Banner>
  );
}
