import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';

const roles = [
  { value: 'assigned', label: 'Assigned' },
  { value: 'primary', label: 'Primary' },
  { value: 'backup', label: 'Backup' },
  { value: 'specialist', label: 'Specialist' },
];

/** What an employee is to a client, and what there is to know. The role is chosen, or said in own words. */
export function AssignmentFields({ freeText = false }: { freeText?: boolean }) {
  return (
    <>
      {freeText ? (
        <FormText
          name="role"
          label="Role"
          hint="In your own words, such as primary, backup or specialist"
          required
          autoComplete="off"
          maxLength={50}
        />
      ) : (
        <FormSelect name="role" label="Role" required options={roles} />
      )}
      <FormTextArea name="notes" label="Notes" optional rows={3} />
    </>
  );
}
