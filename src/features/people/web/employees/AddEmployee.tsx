import type { z } from 'zod';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { toastSaveError } from '#platform/web/forms/toastSaveError.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { employeeInput } from '#features/people/contract.ts';
import { CredentialFields, PersonFields } from '#features/people/web/profile/PersonFields.tsx';
import { roleOptions } from '#features/people/web/profile/roleOptions.ts';
import { useAddEmployee } from '#features/people/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';

const empty: z.input<typeof employeeInput> = {
  firstName: '',
  lastName: '',
  username: '',
  password: '',
  email: '',
  phone: '',
  position: '',
  department: '',
  role: 'employee',
};

/** Adds an employee with a first password. */
export function AddEmployee({ open, onOpenChange }: OpenState) {
  const user = useUser();
  const form = useZodForm({ schema: employeeInput, defaultValues: empty });
  const persisted = usePersistedForm({ key: ownKey(user.id, 'employee'), form, omit: ['password'] });
  const add = useAddEmployee();
  const attempt = useIdempotencyKey();
  async function save(values: z.output<typeof employeeInput>) {
    try {
      await add.mutateAsync({ values, idempotencyKey: attempt.keyFor(values) });
      attempt.done();
      form.reset(empty);
      persisted.clear();
      onOpenChange(false);
      toast({ title: 'Success', description: 'Employee added successfully.' });
    } catch (error) {
      toastSaveError(form, error, { fallback: 'Failed to add employee.' });
    }
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add New Employee"
      description="They log in with this username and password and are asked to choose a new password."
      sticky
      form="add-employee"
      submit="Add Employee"
      pending={add.isPending}
      pendingLabel="Adding..."
    >
      <Form id="add-employee" form={form} onSubmit={save}>
        <div className="grid gap-5 sm:grid-cols-2">
          <PersonFields own={false}>
            <CredentialFields own={false} />
          </PersonFields>
          <FormSelect name="role" label="Role" options={roleOptions(user.role === 'admin')} />
        </div>
      </Form>
    </FormDialog>
  );
}
