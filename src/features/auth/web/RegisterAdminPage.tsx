import { useSearch } from '@tanstack/react-router';
import { ClaimForm } from './registration/ClaimForm.tsx';
import { RegisterAdminForm } from './registration/RegisterAdminForm.tsx';
import { SoloPage } from '#platform/web/SoloPage.tsx';

/** The first administrator, of a business registered before or together with a new one. */
export function RegisterAdminPage() {
  const { businessId, claim } = useSearch({ from: '/register-admin' });
  return (
    <SoloPage
      title="Create the administrator"
      subtitle="Administrators manage people, clients, settings and the subscription."
    >
      {businessId ? <ClaimForm businessId={businessId} claim={claim} /> : <RegisterAdminForm />}
    </SoloPage>
  );
}
