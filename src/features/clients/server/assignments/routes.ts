import type { Handlers } from '#platform/server/http/handlers.ts';
import type { assignmentsContract } from '#features/clients/assignmentContract.ts';
import { assign, assignToClient, endAssignment } from './actions.ts';
import { listAssignments, listAssignmentsOfClient, listEmployeesOfClient } from './reads.ts';

export const assignmentsRoutes: Handlers<typeof assignmentsContract> = {
  'GET /api/clients/:id/assignments': (context, { params, query }) =>
    listAssignmentsOfClient(context, params.id, query),
  'POST /api/clients/:id/assignments': (context, { params, body }) =>
    assignToClient(context, params.id, body),
  'GET /api/clients/:id/employees': (context, { params, query }) =>
    listEmployeesOfClient(context, params.id, query),
  'DELETE /api/assignments/:id': (context, { params }) => endAssignment(context, params.id),
  'GET /api/client-assignments': (context, { query }) => listAssignments(context, query),
  'GET /api/client-assignments/:id': (context, { params, query }) =>
    listAssignments(context, { ...query, employeeId: params.id }),
  'POST /api/client-assignments': (context, { body }) => assign(context, body),
  'DELETE /api/client-assignments/:id': (context, { params }) => endAssignment(context, params.id),
};
