import { useQuery } from '@tanstack/react-query';
import { client, type AnswerTo, type RequestTo } from '#platform/web/api.ts';
import { endpointQuery, useChange } from '#platform/web/queries.ts';
import type { assignmentsContract } from '#features/clients/assignmentContract.ts';

type Assignments = typeof assignmentsContract;
type ClientChoice = RequestTo<Assignments['POST /api/client-assignments']>['body'];

const assignmentsApi = client<Assignments>();

export type Assignment = AnswerTo<Assignments['GET /api/clients/:id/assignments']>[number];
export type AssignmentBody = RequestTo<Assignments['POST /api/clients/:id/assignments']>['body'];

/** The URL fragment of Assigned Employees in a client's record. */
export const ASSIGNED_EMPLOYEES = 'assigned-employees';

/** The assignments of a client. */
export const useClientAssignments = (clientId: number) =>
  useQuery(
    endpointQuery(assignmentsApi, 'GET /api/clients/:id/assignments', {
      topics: ['assignments', 'people'],
      params: { id: clientId },
    }),
  );

/** Assignments: all for managers, the user's own for others. */
export const assignmentsQuery = () =>
  endpointQuery(assignmentsApi, 'GET /api/client-assignments', { topics: ['assignments'] });

/** Assigns an employee to a client. */
export const useAssignEmployee = () =>
  useChange((assignment: { clientId: number; body: AssignmentBody; idempotencyKey: string }) =>
    assignmentsApi('POST /api/clients/:id/assignments', {
      params: { id: assignment.clientId },
      body: assignment.body,
      idempotencyKey: assignment.idempotencyKey,
    }),
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
  useChange(({ body, idempotencyKey }: { body: ClientChoice; idempotencyKey: string }) =>
    assignmentsApi('POST /api/client-assignments', { body, idempotencyKey }),
  );

/** Ends an assignment. */
export const useEndAssignment = () =>
  useChange((id: number) => assignmentsApi('DELETE /api/assignments/:id', { params: { id } }));
