import { z } from 'zod';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';
import { saveForm } from '#platform/web/forms/saveForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { sortByLabel } from '#platform/web/sortByName.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { assignmentInput } from '#features/clients/assignmentContract.ts';
import { DEFAULT_ASSIGNMENT_ROLE } from '#features/clients/rules.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { AssignmentFields } from './AssignmentFields.tsx';
import { useAssignClient, useEmployeeAssignments } from './queries.ts';

const FORM = 'assign-client';

/** The value of a select is text, so the client's id is parsed. */
const schema = assignmentInput.omit({ employeeId: true, status: true }).extend({
  clientId: z.string().transform(Number).pipe(assignmentInput.shape.clientId),
});

type Values = z.input<typeof schema>;
type Output = z.output<typeof schema>;

const defaultValues: Values = { clientId: '', role: DEFAULT_ASSIGNMENT_ROLE, notes: '' };

type AssignClientDialogProps = OpenState & { employee: { id: number; name: string } };

/** Assigns a client to an employee. */
export function AssignClientDialog({ employee, open, onOpenChange }: AssignClientDialogProps) {
  const assign = useAssignClient();
  const { keyFor, done } = useIdempotencyKey();
  async function save(values: Output) {
    const body = { ...values, employeeId: employee.id };
    await assign.mutateAsync({ body, idempotencyKey: keyFor(body) });
    done();
    onOpenChange(false);
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Assign Client"
      description={`${employee.name} will see this client and can write notes for them.`}
      form={FORM}
      submit="Assign Client"
      pending={assign.isPending}
    >
      <ClientForm employeeId={employee.id} onSave={save} />
    </FormDialog>
  );
}

type ClientFormProps = { employeeId: number; onSave: (values: Output) => Promise<void> };

function ClientForm({ employeeId, onSave }: ClientFormProps) {
  const clients = useClients();
  const assignments = useEmployeeAssignments(employeeId);
  const assigned = new Set(assignments.data?.map(({ clientId }) => clientId));
  const form = useZodForm({ schema, defaultValues });
  const options = (clients.data ?? [])
    .filter(({ id, status }) => status === 'active' && !assigned.has(id))
    .map(({ id, companyName, contactName }) => ({
      value: String(id),
      label: contactName,
      hint: companyName,
    }));
  const save = (values: Output) =>
    saveForm(form, {
      save: () => onSave(values),
      done: 'Client assigned successfully',
      failed: 'Failed to assign client',
      fallback: "The client wasn't assigned.",
    });
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <FormCombobox<Values>
        name="clientId"
        label="Client"
        required
        placeholder="Choose a client"
        options={sortByLabel(options)}
        loading={clients.isPending}
        emptyText={clients.isError ? "Couldn't load clients" : 'No other client to assign'}
      />
      <AssignmentFields />
    </Form>
  );
}
