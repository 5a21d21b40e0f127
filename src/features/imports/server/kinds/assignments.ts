import { assignmentInput } from '#features/clients/assignmentContract.ts';
import { addAssignments } from '#features/clients/server/assignments/actions.ts';
import { clientAssignments } from '#features/clients/server/assignments/tables.ts';
import { importFields } from '#features/imports/server/fields.ts';
import { planRows, type Values } from '#features/imports/server/plan.ts';
import {
  createClientFinder,
  createFinder,
  findNamed,
  toErrors,
  type Match,
} from '#features/imports/server/finder.ts';
import { listClientNames, listExternalIds, listPersonNames } from '#features/imports/server/reads.ts';
import { prepared, type PrepareImport } from './preparedImport.ts';

export const prepareAssignments: PrepareImport = async (tx, context, { rows, columns }) => {
  const [clients, people, existing, clientIds, personIds] = await Promise.all([
    listClientNames(tx),
    listPersonNames(tx),
    tx
      .select({
        id: clientAssignments.id,
        clientId: clientAssignments.clientId,
        employeeId: clientAssignments.employeeId,
      })
      .from(clientAssignments)
      .where(tx.inTenant(clientAssignments))
      .execute(),
    listExternalIds(tx, 'clients'),
    listExternalIds(tx, 'people'),
  ]);
  const findClient = createClientFinder(clients, clientIds);
  const findPerson = createFinder(people, ({ username, email }) => [username, email], personIds);
  const keys = new Map(existing.map(({ id, clientId, employeeId }) => [`${clientId} ${employeeId}`, id]));

  function findEmployee(name: string): Match<{ id: number }> {
    const match = findNamed(findPerson, name, 'Enter an employee');
    return match.row?.status === 'inactive'
      ? { message: 'An inactive employee cannot be assigned to a client' }
      : match;
  }

  function resolve({ client = '', employee = '', ...values }: Values) {
    const clientMatch = findNamed(findClient, client, 'Enter a client');
    const employeeMatch = findEmployee(employee);
    const errors = [...toErrors('client', clientMatch), ...toErrors('employee', employeeMatch)];
    if (!clientMatch.row || !employeeMatch.row)
      // The other cells are checked all the same.
      return {
        input: { ...values, clientId: 1, employeeId: 1 },
        key: undefined,
        keyField: 'employee',
        errors,
      };
    const ids = { clientId: clientMatch.row.id, employeeId: employeeMatch.row.id };
    return {
      input: { ...values, ...ids },
      key: `${ids.clientId} ${ids.employeeId}`,
      keyField: 'employee',
      errors,
    };
  }

  const plan = planRows(rows, columns, {
    fields: importFields.assignments,
    schema: assignmentInput,
    externalIds: new Map(),
    resolve,
    findId: (key) => keys.get(key),
  });
  return prepared(plan, (inputs) => addAssignments(tx, context, inputs));
};
