import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { sortByLabel } from '#platform/web/sortByName.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { clientAssignmentInput } from '#features/clients/assignmentContract.ts';
import { DEFAULT_ASSIGNMENT_ROLE } from '#features/clients/rules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { peopleQuery, type Colleague } from '#features/people/web/queries.ts';
import { AssignmentFields } from './AssignmentFields.tsx';
import { useAssignEmployee } from './queries.ts';

const FORM = 'assign-employee';

/** The value of a select is text, so the employee's id is parsed. */
const schema = clientAssignmentInput.omit({ clientId: true, status: true }).extend({
  employeeId: z.string().transform(Number).pipe(clientAssignmentInput.shape.employeeId),
});

type Values = z.input<typeof schema>;
type Output = z.output<typeof schema>;

const defaultValues: Values = { employeeId: '', role: DEFAULT_ASSIGNMENT_ROLE, notes: '' };

type AssignEmployeeDialogProps = OpenState & {
  clientId: number;
  clientName: string;
  /** Ids of the employees already assigned. */
  assigned: readonly number[];
};

/** Assigns an employee to a client. */
export function AssignEmployeeDialog(props: AssignEmployeeDialogProps) {
  const { clientId, clientName, assigned, open, onOpenChange } = props;
  const assign = useAssignEmployee();
  const { keyFor, done } = useIdempotencyKey();
  async function save(body: Output) {
    await assign.mutateAsync({ clientId, body, idempotencyKey: keyFor(body) });
    done();
    onOpenChange(false);
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Assign Employee"
      description={`The person you assign will see ${clientName} and can write notes for them.`}
      form={FORM}
      submit="Assign Employee"
      pending={assign.isPending}
    >
      <AssignForm assigned={assigned} onSave={save} />
    </FormDialog>
  );
}

type AssignFormProps = { assigned: readonly number[]; onSave: (values: Output) => Promise<void> };

function AssignForm({ assigned, onSave }: AssignFormProps) {
  const people = useQuery(peopleQuery());
  const form = useZodForm({ schema, defaultValues });
  const options = (people.data ?? [])
    .filter(({ id, status }) => status !== 'inactive' && !assigned.includes(id))
    .map((person) => ({ value: String(person.id), label: fullNameOf(person), hint: hintOf(person) }));
  const save = (values: Output) =>
    saveForm(form, {
      save: () => onSave(values),
      done: 'Employee assigned successfully',
      failed: 'Failed to assign employee',
      fallback: "The employee wasn't assigned.",
    });
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <FormCombobox<Values>
        name="employeeId"
        label="Employee"
        required
        placeholder="Choose an employee"
        options={sortByLabel(options)}
        loading={people.isPending}
        emptyText={people.isError ? "Couldn't load employees" : 'No other employee to assign'}
      />
      <AssignmentFields freeText />
    </Form>
  );
}

const hintOf = ({ department, status }: Colleague) =>
  [department, status === 'on_leave' && 'on leave'].filter(Boolean).join(', ');
