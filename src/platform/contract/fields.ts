/** Field types that contracts share. */
import { z } from 'zod';

/** Row ids are positive integers. */
export const id = z.int().positive();

/** A row id in a path or query. */
export const idInPath = z.coerce.number<string>().pipe(z.int().positive());

export const byId = z.object({ id: idInPath });

/** A moment. Handlers return a Date, which is sent as ISO 8601 in UTC. */
export const instant = z.date().meta({ type: 'string', format: 'date-time' });

/** A calendar day without a zone, `YYYY-MM-DD`. */
export const day = (message: string) => z.string({ error: message }).pipe(z.iso.date({ error: message }));

const emptyFilter = z.literal('').transform(() => undefined);
/** A filter in a query; an empty one is ignored. */
export const filter = <Schema extends z.ZodType>(schema: Schema, error: string) =>
  z.union([emptyFilter, schema], { error }).optional();

/** A wall-clock time, `HH:mm` (24 hours). */
export const clockTime = (message: string) =>
  z.string({ error: message }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: message });

/** An exact decimal in responses: a string with two decimals, `"12.50"`. */
export const decimal = z.string();

/** Rounds the decimal text of a number: in binary, 1.005 is less than its half. */
const toTwoDecimals = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: false,
});

/**
 * An exact decimal in requests: a number or a numeric string, rounded to two decimals, half away from zero.
 * @param max of the column
 */
export const decimalInput = (max: number, min = 0) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d+(\.\d+)?$/, { error: 'Must be a number' }),
      ],
      {
        error: 'Must be a number',
      },
    )
    .pipe(z.coerce.number<string | number>())
    .pipe(
      z
        .number()
        .min(min, { error: `Must be at least ${min}` })
        .max(max, { error: `Must be at most ${max}` }),
    )
    .transform((value) => toTwoDecimals.format(String(value) as Intl.StringNumericLiteral));

export const TWO_DECIMALS_MESSAGE = 'Use at most two decimal places';

/** Like `decimalInput`, but rejects more than two decimals instead of rounding them: for money and units. */
export const exactDecimalInput = (max: number, min = 0) =>
  z
    .union([z.number(), z.string().trim()], { error: 'Must be a number' })
    .refine(hasTwoDecimals, { error: TWO_DECIMALS_MESSAGE })
    .pipe(decimalInput(max, min));

/** Whether a number or a numeric text has at most two decimals; other texts are left to the next rule. */
export function hasTwoDecimals(value: number | string): boolean {
  const number = Number(value);
  // Spreadsheets store 8.13 as 8.130000000000001. The largest numbers of columns have 10 digits.
  return Number.isNaN(number) || Number(number.toPrecision(12)) === Number(number.toFixed(2));
}

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
  z.string({ error: message }).trim().min(1, { error: message }).max(max, { error: tooLong });

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

/** Paging of lists that grow without bound: 50 rows by default, at most 200. */
export const pageQuery = z.object({
  limit: z.coerce.number<string | number>().pipe(z.int().min(1).max(200)).default(50),
  cursor: z.string().max(200).optional(),
});
