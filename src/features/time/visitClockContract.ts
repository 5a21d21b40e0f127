import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { id, instant } from '#platform/contract/fields.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOT_A_MOMENT = 'Please enter a date and time with an offset from UTC';

/** A moment with its offset from UTC, as ISO 8601 in UTC. */
const moment = z.iso
  .datetime({ offset: true, error: NOT_A_MOMENT })
  .transform((text) => new Date(text).toISOString());

/** The clock of the device when the request is sent: what it measured counts from then, however wrong the clock is. */
const deviceNow = moment;

/** Times that a visit clock measured. Both comparisons are false for what is no date, which has an issue of its own. */
export const clockedTimes = z
  .object({ startedAt: moment, endedAt: moment })
  .refine(({ startedAt, endedAt }) => !(Date.parse(endedAt) < Date.parse(startedAt)), {
    error: 'The clock must not end before it started',
    path: ['endedAt'],
  })
  .refine(({ startedAt, endedAt }) => !(Date.parse(endedAt) - Date.parse(startedAt) >= DAY_MS), {
    error: 'A visit clock covers less than 24 hours',
    path: ['endedAt'],
  });

/** Measured times as they are stored: ISO 8601 in UTC. */
export const storedClock = z.object({ startedAt: z.string(), endedAt: z.string() });
export type ClockedTimes = z.output<typeof storedClock>;

/** Made by the device that starts the visit, or by the server, so that its end or cancellation concerns no other one. */
const visitId = z.uuid({ error: 'A UUID is required' }).toLowerCase();

/** A running visit. */
const visitClock = z.object({
  visitId,
  /** The client, if one was chosen. */
  clientId: id.nullable(),
  startedAt: instant,
});

export const visitClockContract = contract({
  'GET /api/visit-clock': {
    access: 'member',
    summary: 'Your running visit, or null',
    response: visitClock.nullable(),
  },
  'POST /api/visit-clock/start': {
    access: 'member',
    summary: 'Start the clock of a visit; only one can run for each user',
    example: (ids) => ({ clientId: ids['client'] }),
    body: z.object({
      /** A start that arrives again while its visit is running is answered with it. */
      visitId: visitId.optional(),
      clientId: id.nullish(),
      /** When it started, for a start that is sent later; without it, now. */
      startedAt: moment.optional(),
      deviceNow: deviceNow.optional(),
    }),
    status: 201,
    response: visitClock,
  },
  'POST /api/visit-clock/end': {
    access: 'member',
    summary: 'End your running visit and return its times',
    example: () => ({}),
    body: z.object({
      /** Without it, the visit that is running. */
      visitId: visitId.optional(),
      /** When it ended, for an end that is sent later; without it, now. */
      endedAt: moment.optional(),
      deviceNow: deviceNow.optional(),
    }),
    response: visitClock.extend({ endedAt: instant }),
  },
  'DELETE /api/visit-clock': {
    access: 'member',
    summary: 'Cancel your running visit',
    /** Without it, the visit that is running. */
    query: z.object({ visitId: visitId.optional() }),
    response: null,
  },
});
