import { useState } from 'react';
import { RegisterForm } from './parts/RegisterForm.tsx';
import { PaymentComes } from './parts/PaymentComes.tsx';
import type { RegisteredBusiness } from './queries.ts';
import { SoloPage } from '../../../platform/web/SoloPage.tsx';

/** The registration of a business; its administrator follows. */
export function RegisterPage() {
  const [registered, setRegistered] = useState<RegisteredBusiness | null>(null);
  if (registered && !registered.isCreatorBusiness) {
    return (
      <SoloPage title={`${registered.name} is registered`} subtitle="Payment comes next.">
        <PaymentComes business={registered} />
      </SoloPage>
    );
  }
  return (
    <SoloPage
      title="Register your business"
      subtitle="Two steps: the business, then the person who runs it here."
    >
      <RegisterForm onRegistered={setRegistered} />
    </SoloPage>
  );
}
