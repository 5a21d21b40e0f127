import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readPending } from '#features/businesses/web/queries.ts';
import { ClaimForm } from './registration/ClaimForm.tsx';
import { RegisterAdminForm } from './registration/RegisterAdminForm.tsx';
import { SoloPage } from '#platform/web/SoloPage.tsx';

/** The first administrator, of a business registered before or together with a new one. */
export function RegisterAdminPage() {
  const { businessId, claim } = useSearch({ from: '/register-admin' });
  // A business registered in this tab is not asked for its data again.
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
