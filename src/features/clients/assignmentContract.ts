import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  id,
  idInQuery,
  instant,
  optionalText,
  requiredText,
  wholeListQuery,
} from '#platform/contract/fields.ts';
import { colleague } from '#features/people/contract.ts';
import { clientStatus } from './contract.ts';
import { DEFAULT_ASSIGNMENT_ROLE } from './rules.ts';

export const ASSIGNMENT_STATUSES = ['active', 'inactive'] as const;
const assignmentStatus = z.enum(ASSIGNMENT_STATUSES);

const assignedClient = z.object({
  id,
  companyName: z.string(),
  contactName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  status: clientStatus,
  hasSignatureCode: z.boolean(),
});

const assignedEmployee = colleague.pick({
  id: true,
  username: true,
  firstName: true,
  lastName: true,
  department: true,
});

export const assignment = z.object({
  id,
  clientId: id,
  employeeId: id,
  assignedBy: id.nullable(),
  assignedByName: z.string().nullable(),
  role: z.string(),
  status: assignmentStatus,
  notes: z.string().nullable(),
  createdAt: instant,
  client: assignedClient,
  employee: assignedEmployee,
});

const assignmentFields = {
  role: requiredText(50, 'Role is required').default(DEFAULT_ASSIGNMENT_ROLE),
  status: assignmentStatus.default('active'),
  notes: optionalText(2000),
};

/** The id of a selected row; any other value counts as no selection. */
const rowId = (message: string) => z.int({ error: message }).positive({ error: message });
const employee = rowId('Please select an employee');
const client = rowId('Please select a client');

/** Assigns an employee to a client, whose id is in the path; one in the body must be the same. */
export const clientAssignmentInput = z.object({
  employeeId: employee,
  clientId: id.optional(),
  ...assignmentFields,
});

/** Assigns a client to an employee. */
export const assignmentInput = z.object({
  clientId: client,
  employeeId: employee,
  ...assignmentFields,
});

export const assignmentsContract = contract({
  'GET /api/clients/:id/assignments': {
    access: 'member',
    summary: 'The assignments of a client, newest first',
    params: byId,
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(assignment),
  },
  'POST /api/clients/:id/assignments': {
    access: 'manager',
    summary: 'Assign an employee to a client',
    params: byId,
    example: (ids) => ({ employeeId: ids['person'], role: 'backup' }),
    body: clientAssignmentInput,
    status: 201,
    response: assignment,
  },
  'GET /api/clients/:id/employees': {
    access: 'member',
    summary: 'The employees assigned to a client, most recently assigned first',
    params: byId,
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(assignedEmployee),
  },
  'DELETE /api/assignments/:id': {
    access: 'manager',
    summary: 'End an assignment',
    params: byId,
    response: null,
  },
  'GET /api/client-assignments': {
    access: 'member',
    summary: 'All assignments for managers, your own for others',
    query: wholeListQuery.extend({ employeeId: idInQuery.optional() }),
    paged: 'whole',
    response: z.array(assignment),
  },
  'GET /api/client-assignments/:id': {
    access: 'member',
    summary: "An employee's assignments: your own, or any employee's for managers",
    params: byId,
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(assignment),
  },
  'POST /api/client-assignments': {
    access: 'manager',
    summary: 'Assign a client to an employee',
    example: (ids) => ({ employeeId: ids['person'], clientId: ids['client'] }),
    body: assignmentInput,
    status: 201,
    response: assignment,
  },
  'DELETE /api/client-assignments/:id': {
    access: 'manager',
    summary: 'End an assignment',
    params: byId,
    response: null,
  },
});
