import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, decimal, id, instant, occurrence, pageQuery } from '#platform/contract/fields.ts';

/** Work done: billed by `timeUnits` (15 minutes each, rounded up), paid by actual `minutes`. */
export const timeEntry = z.object({
  id,
  clientId: id,
  clientName: z.string(),
  employeeId: id,
  employeeName: z.string(),
  noteId: id.nullable(),
  /** Disputed by the client, without an answer. */
  disputed: z.boolean(),
  description: z.string(),
  timeUnits: decimal,
  minutes: z.int(),
  startTime: instant,
  endTime: instant,
  /** The day that the work belongs to, in `timeZone`. */
  workDate: z.string(),
  /** In which the work was signed. */
  timeZone: z.string(),
  startOccurrence: occurrence,
  endOccurrence: occurrence,
});

/** Work of another note of the same employee at the same time. */
export const overlap = z.object({ noteId: id, clientName: z.string(), startTime: instant, endTime: instant });

export const timeContract = contract({
  'GET /api/time-entries/my': {
    access: 'member',
    summary: 'Your own time entries, newest first',
    query: pageQuery,
    paged: true,
    response: z.array(timeEntry),
  },
  'GET /api/time-entries/all': {
    access: 'manager',
    summary: 'The time entries of the business, newest first',
    query: pageQuery,
    paged: true,
    response: z.array(timeEntry),
  },
  'GET /api/employees/:id/time-entries': {
    access: 'member',
    summary: "An employee's time entries: your own, or any employee's for managers",
    params: byId,
    query: pageQuery,
    paged: true,
    response: z.array(timeEntry),
  },
});
