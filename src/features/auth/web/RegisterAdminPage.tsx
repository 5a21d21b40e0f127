import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SoloPage } from '#platform/web/SoloPage.tsx';
import { readPending } from '#features/businesses/web/queries.ts';
import { ClaimForm } from './registration/ClaimForm.tsx';
import { RegisterAdminForm } from './registration/RegisterAdminForm.tsx';

/** Registers the first administrator, for a registered business or together with a new one. */
export function RegisterAdminPage() {
  const { businessId, claim } = useSearch({ from: '/register-admin' });
  // Skips the data of a business that was registered in this tab.
  const [pending] = useState(readPending);
  const id = businessId ?? pending?.id;
  return (
    <SoloPage
      title="Create the administrator"
      subtitle="Administrators manage people, clients, settings and the subscription."
    >
      {id ? <ClaimForm businessId={id} claim={claim} /> : <RegisterAdminForm />}
    </SoloPage>
  );
}
