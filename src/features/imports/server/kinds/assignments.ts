/** Plans the rows of an import of assignments. */

import { assignmentInput } from '#features/clients/assignmentContract.ts';
import { importFields } from '#features/imports/server/fields.ts';
import {
  createClientFinder,
  createFinder,
  findNamed,
  toErrors,
  type Match,
} from '#features/imports/server/finder.ts';
import { planRows, type Values } from '#features/imports/server/plan.ts';
import { toIds } from '#features/imports/server/records/importRecords.ts';
import type { PlannedFile } from './plannedFile.ts';

/** An employee at a client, who have one assignment at most. */
interface Pair {
  clientId: number;
  employeeId: number;
}

const ENDED_MESSAGE =
  "This assignment was ended. Assign the employee again on the client's page, or remove this row.";

const toKey = ({ clientId, employeeId }: Pair): string => `${clientId} ${employeeId}`;

export function planAssignments({ file, records }: PlannedFile) {
  const { clients, people, assignments, pastAssignments } = records;
  const findClient = createClientFinder(clients, toIds(records.clientKeys));
  const findPerson = createFinder(
    people,
    ({ username, email }) => [username, email],
    toIds(records.personKeys),
  );
  const keys = new Map(assignments.map((row) => [toKey(row), row.id]));
  const pastKeys = new Set(pastAssignments.map(toKey));

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

  return planRows(file, {
    fields: importFields.assignments,
    schema: assignmentInput,
    externalIds: new Map(),
    resolve,
    findId: (key) => keys.get(key),
  });
}
