import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { assignmentRoleLabels } from '#features/clients/rules.ts';

const roles = toOptions(assignmentRoleLabels);

/** Role and notes of an assignment; the role is a choice or free text. */
export function AssignmentFields({ freeText = false }: { freeText?: boolean }) {
  return (
    <>
      {freeText ? (
        <FormText
          name="role"
          label="Role"
          hint="For example primary, backup, or specialist"
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
