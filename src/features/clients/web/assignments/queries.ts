import { useQuery } from '@tanstack/react-query';
import { client } from '#platform/web/api.ts';
import type { AnswerTo, RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { assignmentsContract } from '#features/clients/assignmentContract.ts';

type Assignments = typeof assignmentsContract;
type ClientChoice = RequestTo<Assignments['POST /api/client-assignments']>['body'];

const assignmentsApi = client<Assignments>();

export type Assignment = AnswerTo<Assignments['GET /api/clients/:id/assignments']>[number];
export type AssignmentBody = RequestTo<Assignments['POST /api/clients/:id/assignments']>['body'];

/** Stands behind the # of the address of a client's Manage dialog that opens at its Assigned Employees. */
export const ASSIGNED_EMPLOYEES = 'assigned-employees';

/** Who is assigned to a client. */
export const useClientAssignments = (clientId: number) =>
  useQuery(
    endpointQuery(assignmentsApi, 'GET /api/clients/:id/assignments', {
      topics: ['assignments', 'people'],
      params: { id: clientId },
    }),
  );

/** Who is assigned to which client: all of it for managers, the own ones for others. */
export const assignmentsQuery = () =>
  endpointQuery(assignmentsApi, 'GET /api/client-assignments', { topics: ['assignments'] });

/** Assigns an employee to a client. */
export const useAssignEmployee = () =>
  useChange(
    (given: { clientId: number; body: AssignmentBody; idempotencyKey: string }) =>
      assignmentsApi('POST /api/clients/:id/assignments', {
        params: { id: given.clientId },
        body: given.body,
        idempotencyKey: given.idempotencyKey,
      }),
    ['assignments', 'clients'],
  );

/** The clients of an employee. */
export const useEmployeeAssignments = (employeeId: number) =>
  useQuery(
    endpointQuery(assignmentsApi, 'GET /api/client-assignments/:id', {
      topics: ['assignments', 'clients'],
      params: { id: employeeId },
    }),
  );

/** Assigns a client to an employee. */
export const useAssignClient = () =>
  useChange(
    ({ body, idempotencyKey }: { body: ClientChoice; idempotencyKey: string }) =>
      assignmentsApi('POST /api/client-assignments', { body, idempotencyKey }),
    ['assignments', 'clients'],
  );

/** Ends an assignment. */
export const useEndAssignment = () =>
  useChange(
    (id: number) => assignmentsApi('DELETE /api/assignments/:id', { params: { id } }),
    ['assignments', 'clients'],
  );
