import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';

import { failureToast } from '#platform/web/failureToast.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { peopleQuery } from '#features/people/web/queries.ts';
import { clientAssignmentInput } from '#features/clients/assignmentContract.ts';
import { DEFAULT_ASSIGNMENT_ROLE } from '#features/clients/rules.ts';
import { useAssignEmployee } from './queries.ts';
import { assignable } from './assignable.ts';
import { AssignmentFields } from './AssignmentFields.tsx';

const FORM = 'assign-employee';

/** A select holds text: the employee's id is parsed. */
const schema = clientAssignmentInput.omit({ clientId: true, status: true }).extend({
  employeeId: z.string().transform(Number).pipe(clientAssignmentInput.shape.employeeId),
});

type Values = z.input<typeof schema>;
type Output = z.output<typeof schema>;

const defaultValues: Values = { employeeId: '', role: DEFAULT_ASSIGNMENT_ROLE, notes: '' };

type AssignEmployeeDialogProps = {
  clientId: number;
  clientName: string;
  /** Ids of the employees already assigned. */
  assigned: readonly number[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Assigns an employee to a client. */
export function AssignEmployeeDialog(props: AssignEmployeeDialogProps) {
  const { clientId, clientName, assigned, open, onOpenChange } = props;
  const assign = useAssignEmployee();
  const { keyFor } = useAttemptKey();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Assign Employee"
      description={`The person you assign will see ${clientName} and can write notes for them.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} pending={assign.isPending}>
            Assign Employee
          </Button>
        </>
      }
    >
      <AssignForm
        assigned={assigned}
        onSave={async (body) => {
          await assign.mutateAsync({ clientId, body, idempotencyKey: keyFor(body) });
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

type AssignFormProps = { assigned: readonly number[]; onSave: (values: Output) => Promise<void> };

function AssignForm({ assigned, onSave }: AssignFormProps) {
  const people = useQuery(peopleQuery());
  const form = useZodForm({ schema, defaultValues });
  async function save(values: Output) {
    try {
      await onSave(values);
      toast({ title: 'Employee assigned successfully' });
    } catch (error) {
      failureToast(error, 'Failed to assign employee');
      showSaveError(form, error, "The employee wasn't assigned.");
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <FormCombobox<Values>
        name="employeeId"
        label="Employee"
        required
        placeholder="Choose an employee"
        options={assignable(people.data ?? [], assigned)}
        loading={people.isPending}
        emptyText={people.isError ? "Couldn't load employees" : 'No other employee to assign'}
      />
      <AssignmentFields freeText />
    </Form>
  );
}
