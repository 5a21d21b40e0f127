/** Field types that contracts share. */

import { z } from 'zod';
import { isDay } from './days.ts';
import { OCCURRENCES } from './zone.ts';

/** Row ids are positive integers. */
export const id = z.int().positive();

/** A row id in a path. */
export const idInPath = z.coerce.number<string>().int().positive();

/** A row id in a query. */
export const idInQuery = z.coerce.number<string | number>().int().positive();

export const byId = z.object({ id: idInPath });

/** A moment. Handlers return a Date, which is sent as ISO 8601 in UTC. */
export const instant = z.date().meta({ type: 'string', format: 'date-time' });

/** A calendar day without a zone, `YYYY-MM-DD`. */
export const day = (message: string) => z.iso.date({ error: message });

/** A calendar day between 2000 and 2099, which catches mistyped years. */
export const calendarDay = (message: string) =>
  z
    .string({ error: message })
    .refine(isDay, { error: message, abort: true })
    .meta({ type: 'string', format: 'date', pattern: '^20\\d\\d-' });

const emptyFilter = z.literal('').transform(() => undefined);
/** A filter in a query; an empty one is ignored. */
export const filter = <Schema extends z.ZodType>(schema: Schema, error: string) =>
  z.union([emptyFilter, schema], { error }).optional();

/** A wall-clock time, `HH:mm` (24 hours). */
export const clockTime = (message: string) =>
  z.string({ error: message }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: message });

/** Hour of a time that clocks show twice; null for a time that they show once. */
export const occurrence = z.enum(OCCURRENCES).nullable();

/** An exact decimal in responses: a string with two decimals, `"12.50"`; a rate has up to four, `"6.8725"`. */
export const decimal = z.string();

/** The time zone by which a form computes, also by an old name. Offsets such as `+05:30` have no daylight saving time. */
export const timeZone = z.string().refine(isTimeZone, { error: 'Unknown time zone' });

function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Trimmed text with a limit; empty text is missing. */
export const requiredText = (max: number, message: string, tooLong = `At most ${max} characters`) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(max, { error: tooLong })
    // For the API document, which has no trimming.
    .meta({ pattern: '\\S' });

/** Trimmed optional text; an empty string and null are stored as null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `At most ${max} characters` })
    .nullish()
    .transform((value) => value || null);

/** An optional email address; an empty string and null are stored as null. */
export const optionalEmail = (message = 'Invalid email address') =>
  z
    .union([z.literal(''), z.null(), z.email({ error: message }).max(255)], { error: message })
    .optional()
    .transform((value) => value || null);

/** The position of a later part of an answer. */
export const partQuery = z.object({ cursor: z.string().max(200).optional() });

/** Paging of lists that are read whole as a rule, by following the pages: 500 rows by default and at most. */
export const wholeListQuery = z.object({
  limit: z.coerce.number<string | number>().int().min(1).max(500).default(500),
  cursor: z.string().max(200).optional(),
});

/** Paging of lists that grow without bound: 50 rows by default, at most 200. */
export const pageQuery = z.object({
  limit: z.coerce.number<string | number>().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
