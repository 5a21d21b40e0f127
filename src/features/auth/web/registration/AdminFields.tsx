import { FormText } from '#platform/web/forms/FormText.tsx';
import { CredentialFields } from '#features/people/web/public.tsx';

/** The account fields of a new administrator. */
export function AdminFields() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText name="firstName" label="First name" autoComplete="given-name" required />
      <FormText name="lastName" label="Last name" autoComplete="family-name" required />
      <FormText name="email" label="Email" type="email" autoComplete="email" required />
      <FormText name="phone" label="Phone" type="tel" autoComplete="tel" optional />
      <FormText name="position" label="Position" autoComplete="organization-title" required />
      <FormText name="department" label="Department" autoComplete="off" required />
      <CredentialFields own />
    </div>
  );
}

/** The initial values of the administrator's fields. */
export const emptyAdmin = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  position: 'Owner',
  department: 'Office',
  username: '',
  password: '',
};
