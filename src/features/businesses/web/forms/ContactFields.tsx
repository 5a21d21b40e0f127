import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';

/** Name and contact details of a business, for registration and settings. */
export function ContactFields() {
  return (
    <>
      <FormText name="name" label="Business name" autoComplete="organization" required />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText name="email" label="Business email" type="email" autoComplete="email" required />
        <FormText name="phone" label="Phone number" type="tel" autoComplete="tel" required />
      </div>
      <FormText name="address" label="Address" autoComplete="street-address" required />
      <FormTextArea name="description" label="Description" rows={3} limit={2000} optional />
    </>
  );
}
