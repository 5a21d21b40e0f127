/** Audit-day packets: visits with everything that an auditor asks for, as one PDF and as a ZIP file. */

import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, calendarDay, id, instant, partQuery, wholeListQuery } from '#platform/contract/fields.ts';
import { JOB_STATES, unprintable } from '#features/exports/contract.ts';
import { noteStatus } from '#features/notes/contract.ts';
import { DAY_MESSAGE, validateRange } from '#features/payroll/rules.ts';
import { GAPS } from './rules.ts';

/** The most visits of a packet. */
export const MAX_VISITS = 500;
const MAX_PAIRS = 50;
const MAX_SAMPLE = 200;

const day = calendarDay(DAY_MESSAGE);

/** First and last day of work. */
const days = { from: day, to: day };

function checkRange({ from, to }: { from: string; to: string }, check: z.RefinementCtx): void {
  const message = validateRange(from, to);
  if (message) check.addIssue({ code: 'custom', path: ['to'], message });
}

const pair = z.object({ clientId: id, ...days }).superRefine(checkRange);

const COUNT_MESSAGE = `Enter a number from 1 to ${MAX_SAMPLE}`;

/** So many visits of the period, chosen at random. */
export const packetSample = z
  .object({
    ...days,
    count: z
      .int({ error: COUNT_MESSAGE })
      .min(1, { error: COUNT_MESSAGE })
      .max(MAX_SAMPLE, { error: COUNT_MESSAGE }),
  })
  .superRefine(checkRange);

export const packetInput = z
  .object({
    pairs: z
      .array(pair)
      .min(1, { error: 'Choose at least one client' })
      .max(MAX_PAIRS, { error: `Choose at most ${MAX_PAIRS} clients` })
      .optional(),
    sample: packetSample.optional(),
  })
  .superRefine(({ pairs, sample }, check) => {
    if (pairs && sample)
      check.addIssue({
        code: 'custom',
        path: ['sample'],
        message: 'Choose either clients or a random sample',
      });
    if (!pairs && !sample)
      check.addIssue({ code: 'custom', path: ['pairs'], message: 'Choose clients or a random sample' });
  });
export type PacketInput = z.output<typeof packetInput>;

export const PACKET_FORMATS = ['pdf', 'zip'] as const;
export type PacketFormat = (typeof PACKET_FORMATS)[number];

/** A packet with its progress and, once it is done, its files. */
export const packet = z.object({
  id,
  state: z.enum(JOB_STATES),
  /** Steps that are done, of `of`; 0 of 0 until the job starts. */
  done: z.int(),
  of: z.int(),
  visits: z.int(),
  pairs: z.array(z.object({ clientId: id, clientName: z.string(), ...days })).nullable(),
  /** With the seed that the sample was drawn with. */
  sample: z.object({ ...days, count: z.int(), seed: z.string() }).nullable(),
  /** Formats for download: both once the job is done. */
  formats: z.array(z.enum(PACKET_FORMATS)),
  /** Of the ZIP file, which contains the PDF, in bytes. */
  fileSize: z.int().nullable(),
  unprintable,
  /** Why the job failed, for the user. */
  failure: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type Packet = z.output<typeof packet>;

const packetClient = z.object({
  id,
  contactName: z.string(),
  companyName: z.string(),
  archivedAt: instant.nullable(),
});

/** A week and its visits, without denied and deleted ones. */
const readinessWeek = z.object({
  start: z.string(),
  end: z.string(),
  visits: z.int(),
  /** Visits without a gap. */
  passing: z.int(),
  /** Visits by gap; one with several gaps counts for each. */
  gaps: z.partialRecord(z.enum(GAPS), z.int()),
});

/** The most visits in the list of those with a gap. */
export const MAX_GAP_VISITS = 200;

const gap = z.enum(GAPS);

/** A visit with what an auditor would object to in it. */
const gapVisit = z.object({
  noteId: id,
  clientName: z.string(),
  employeeName: z.string(),
  workDate: z.string(),
  startTime: z.string(),
  status: noteStatus,
  gaps: z.array(gap),
});

export const packetsContract = contract({
  'GET /api/packets': {
    access: 'manager',
    summary: 'The last audit-day packets of the business, newest first; the newest finished one has files',
    query: partQuery,
    parts: { fields: [] },
    response: z.array(packet),
  },
  'POST /api/packets': {
    access: 'manager',
    summary: 'Start an audit-day packet for clients and dates, or for a random sample of visits',
    example: (ids) => ({
      pairs: [{ clientId: ids['client'], from: '2026-03-01', to: '2026-03-31' }],
    }),
    body: packetInput,
    status: 202,
    unpaid: true,
    response: z.object({ id }),
  },
  'GET /api/packets/clients': {
    access: 'manager',
    summary: 'All clients, including archived ones',
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(packetClient),
  },
  'GET /api/packets/readiness': {
    access: 'manager',
    summary: 'The visits without a gap in each of the last 8 full weeks, and the gaps of the others',
    response: z.object({ weeks: z.array(readinessWeek) }),
  },
  'GET /api/packets/gaps': {
    access: 'manager',
    summary: `The number of visits of a week with a gap, or with one of them, and the ${MAX_GAP_VISITS} earliest`,
    query: z.object({
      /** Any day of the week. */
      week: day,
      gap: gap.optional(),
    }),
    response: z.object({
      start: z.string(),
      end: z.string(),
      total: z.int(),
      rows: z.array(gapVisit),
    }),
    heavy: true,
  },
  'GET /api/packets/:id': {
    access: 'manager',
    summary: 'An audit-day packet with its progress',
    params: byId,
    response: packet,
  },
  'DELETE /api/packets/:id': {
    access: 'manager',
    summary: 'Delete an audit-day packet and its files',
    params: byId,
    unpaid: true,
    response: null,
  },
  'GET /api/packets/:id/file': {
    access: 'manager',
    summary: 'The PDF or the ZIP file of a packet; accepts ranges of bytes',
    params: byId,
    query: z.object({ format: z.enum(PACKET_FORMATS, { error: 'Choose pdf or zip' }) }),
    response: z.string(),
    recorded: true,
    raw: true,
  },
});
