import { FormText } from '../../../../platform/web/forms/FormText.tsx';
import { FormTextArea } from '../../../../platform/web/forms/FormTextArea.tsx';

/** What an employee is to a client, and what there is to know. */
export function AssignmentFields() {
  return (
    <>
      <FormText
        name="role"
        label="Role"
        hint="In your own words, such as primary, backup or specialist"
        required
        autoComplete="off"
        maxLength={50}
      />
      <FormTextArea name="notes" label="Notes" optional rows={3} />
    </>
  );
}
