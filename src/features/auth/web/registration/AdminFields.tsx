import { FormText } from '#platform/web/forms/FormText.tsx';

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
      <FormText
        name="username"
        label="Username"
        autoComplete="username"
        hint="At least 3 letters, digits, or . _ - @"
        required
      />
      <FormText
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        required
      />
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
