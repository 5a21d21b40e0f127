import type { ReactNode } from 'react';
import { FormText } from '#platform/web/forms/FormText.tsx';

type PersonFieldsProps = {
  /** Lets the browser fill in the user's own data. */
  own: boolean;
  /** Fields between the names and the contact fields. */
  children?: ReactNode;
};

/** Name and contact fields of a person. */
export function PersonFields({ own, children }: PersonFieldsProps) {
  const fill = (text: string) => (own ? text : 'off');
  return (
    <>
      <FormText name="firstName" label="First Name" autoComplete={fill('given-name')} required />
      <FormText name="lastName" label="Last Name" autoComplete={fill('family-name')} required />
      {children}
      <FormText name="email" label="Email" type="email" autoComplete={fill('email')} optional />
      <FormText name="phone" label="Phone" type="tel" autoComplete={fill('tel')} optional />
      <FormText name="position" label="Position" autoComplete="off" optional />
      <FormText name="department" label="Department" autoComplete="off" optional />
    </>
  );
}

/** Username and first password of a new person. @param own whether the browser offers to save them */
export function CredentialFields({ own }: { own: boolean }) {
  return (
    <>
      <FormText
        name="username"
        label="Username"
        autoComplete={own ? 'username' : 'off'}
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
    </>
  );
}
