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
import { useClients } from '#features/clients/web/queries.ts';
import { assignmentInput } from '#features/clients/assignmentContract.ts';
import { DEFAULT_ASSIGNMENT_ROLE } from '#features/clients/rules.ts';
import { useAssignClient, useEmployeeAssignments } from './queries.ts';
import { AssignmentFields } from './AssignmentFields.tsx';

const FORM = 'assign-client';

/** A select holds text: the client's id is parsed. */
const schema = assignmentInput.omit({ employeeId: true, status: true }).extend({
  clientId: z.string().transform(Number).pipe(assignmentInput.shape.clientId),
});

type Values = z.input<typeof schema>;
type Output = z.output<typeof schema>;

const defaultValues: Values = { clientId: '', role: DEFAULT_ASSIGNMENT_ROLE, notes: '' };

type AssignClientDialogProps = {
  employee: { id: number; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Assigns a client to an employee. */
export function AssignClientDialog(props: AssignClientDialogProps) {
  const { employee, open, onOpenChange } = props;
  const assign = useAssignClient();
  const { keyFor } = useAttemptKey();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Assign Client"
      description={`${employee.name} will see this client and can write notes for them.`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} pending={assign.isPending}>
            Assign Client
          </Button>
        </>
      }
    >
      <ClientForm
        employeeId={employee.id}
        onSave={async (values) => {
          const body = { ...values, employeeId: employee.id };
          await assign.mutateAsync({ body, idempotencyKey: keyFor(body) });
          onOpenChange(false);
        }}
      />
    </Dialog>
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
  async function save(values: Output) {
    try {
      await onSave(values);
      toast({ title: 'Client assigned successfully' });
    } catch (error) {
      failureToast(error, 'Failed to assign client');
      showSaveError(form, error, "The client wasn't assigned.");
    }
  }
  return (
    <Form id={FORM} form={form} onSubmit={save}>
      <FormCombobox<Values>
        name="clientId"
        label="Client"
        required
        placeholder="Choose a client"
        options={options}
        loading={clients.isPending}
        emptyText={clients.isError ? "Couldn't load clients" : 'No other client to assign'}
      />
      <AssignmentFields />
    </Form>
  );
}
