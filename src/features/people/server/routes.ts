import { feature } from '#platform/server/http/handlers.ts';
import { peopleContract } from '#features/people/contract.ts';
import { addEmployee, changeProfile } from './employeeActions.ts';
import { listColleagues, listEmployees, readProfile } from './reads.ts';

export const peopleRoutes = feature(peopleContract, {
  'GET /api/users': (context, { query }) => listColleagues(context, query),
  'GET /api/users/:id': (context, { params }) => readProfile(context, params.id),
  'GET /api/profile': (context) => readProfile(context, context.session.userId),
  'PUT /api/profile': (context, { body }) => changeProfile(context, context.session.userId, body),
  'PUT /api/users/:id/profile': (context, { params, body }) => changeProfile(context, params.id, body),
  'GET /api/employees': (context, { query }) => listEmployees(context, query),
  'POST /api/employees': (context, { body }) => addEmployee(context, body),
});
