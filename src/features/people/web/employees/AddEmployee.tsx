import { ownKey } from '#platform/web/forms/formMemory.ts';
import type { z } from 'zod';
import { useUser } from '#features/sessions/web/queries.ts';
import { employeeInput } from '#features/people/contract.ts';
import { roleOptions } from './roleOptions.ts';
import type { OpenState } from '#platform/web/ui/lazyComponent.tsx';
import { useAddEmployee } from '#features/people/web/queries.ts';
import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormSelect } from '#platform/web/forms/FormSelect.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { applyServerIssues } from '#platform/web/forms/serverIssues.ts';
import { useFormMemory } from '#platform/web/forms/useFormMemory.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';

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
  const memory = useFormMemory({ key: ownKey(user.id, 'employee'), form, omit: ['password'] });
  const add = useAddEmployee();
  const attempt = useAttemptKey();
  async function save(values: z.output<typeof employeeInput>) {
    try {
      await add.mutateAsync({ values, idempotencyKey: attempt.keyFor(values) });
      attempt.done();
      form.reset(empty);
      memory.clear();
      onOpenChange(false);
      toast({ title: 'Success', description: 'Employee added successfully.' });
    } catch (error) {
      if (isSessionExpired(error) || applyServerIssues(form, issuesOf(error))) return;
      const description = messageOf(error, 'Failed to add employee.');
      toast({ title: 'Error', description, variant: 'destructive' });
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add New Employee"
      description="They sign in with this username and password and are asked to choose a new password."
      sticky
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            type="submit"
            form="add-employee"
            variant="primary"
            pending={add.isPending}
            pendingLabel="Adding..."
          >
            Add Employee
          </Button>
        </>
      }
    >
      <Form id="add-employee" form={form} onSubmit={save}>
        <EmployeeFields mayAddAdmin={user.role === 'admin'} />
      </Form>
    </Dialog>
  );
}

function EmployeeFields({ mayAddAdmin }: { mayAddAdmin: boolean }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText name="firstName" label="First Name" autoComplete="off" required />
      <FormText name="lastName" label="Last Name" autoComplete="off" required />
      <FormText
        name="username"
        label="Username"
        autoComplete="off"
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
      <FormText name="email" label="Email" type="email" autoComplete="off" optional />
      <FormText name="phone" label="Phone" type="tel" autoComplete="off" optional />
      <FormText name="position" label="Position" autoComplete="off" optional />
      <FormText name="department" label="Department" autoComplete="off" optional />
      <FormSelect name="role" label="Role" options={roleOptions(mayAddAdmin)} />
    </div>
  );
}
