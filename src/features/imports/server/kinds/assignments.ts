import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { assignmentInput } from '#features/clients/assignmentContract.ts';
import { addAssignments } from '#features/clients/server/assignments/actions.ts';
import { clientAssignments, pastAssignments } from '#features/clients/server/assignments/tables.ts';
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

/** An employee at a client, who have one assignment at most. */
interface Pair {
  clientId: number;
  employeeId: number;
}

const ENDED_MESSAGE =
  "This assignment was ended. Assign the employee again on the client's page, or remove this row.";

const toKey = ({ clientId, employeeId }: Pair): string => `${clientId} ${employeeId}`;

export const prepareAssignments: PrepareImport = async (tx, context, file) => {
  const [clients, people, existing, past, clientIds, personIds] = await Promise.all([
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
    listPastPairs(tx),
    listExternalIds(tx, 'clients'),
    listExternalIds(tx, 'people'),
  ]);
  const findClient = createClientFinder(clients, clientIds);
  const findPerson = createFinder(people, ({ username, email }) => [username, email], personIds);
  const keys = new Map(existing.map((row) => [toKey(row), row.id]));
  const pastKeys = new Set(past.map(toKey));

  function findEmployee(name: string): Match<{ id: number; username: string }> {
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
    const key = toKey(ids);
    // An older file must not undo what was ended since; the row of a current assignment is unchanged all the same.
    if (errors.length === 0 && pastKeys.has(key)) errors.push({ field: 'employee', message: ENDED_MESSAGE });
    const names = { client: clientMatch.row.name, employee: employeeMatch.row.username };
    return { input: { ...values, ...ids }, key, keyField: 'employee', errors, names };
  }

  const plan = planRows(file, {
    fields: importFields.assignments,
    schema: assignmentInput,
    externalIds: new Map(),
    resolve,
    findId: (key) => keys.get(key),
  });
  return prepared(plan, (inputs) => addAssignments(tx, context, inputs));
};

const listPastPairs = (tx: BusinessTransaction): Promise<Pair[]> =>
  tx
    .selectDistinct({ clientId: pastAssignments.clientId, employeeId: pastAssignments.employeeId })
    .from(pastAssignments)
    .where(tx.inTenant(pastAssignments))
    .execute();
