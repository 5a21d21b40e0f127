/** The rates of a service or authorization, each with the first day of work that it holds for. */

import { z } from 'zod';
import { decimalInput, optionalDecimalInput } from '#platform/contract/decimalFields.ts';
import { calendarDay, decimal } from '#platform/contract/fields.ts';

/** Fee schedules have rates such as 6.8725. */
export const RATE_DECIMALS = 4;
const MAX_RATE = 99_999_999.9999;
export const MAX_RATES = 100;

const DAY_MESSAGE = 'Enter a date';
const DOUBLE_MESSAGE = 'Another rate starts on this day';
const MISSING_MESSAGE = 'Enter the first day of this rate';

/** Dollars for one unit. */
export const rateInput = decimalInput(MAX_RATE, { decimals: RATE_DECIMALS });
export const optionalRateInput = optionalDecimalInput(MAX_RATE, { decimals: RATE_DECIMALS });

/** A rate from a day on, until the next one. */
const rate = z.object({
  /** The first day; null is the beginning. */
  from: z.string().nullable(),
  /** Null for none: the next rate in order counts, of the service or the client. */
  unitRate: decimal.nullable(),
});
export type Rate = z.infer<typeof rate>;

/** By their first day. */
export const rates = z.array(rate);

/** All rates, which replace the stored ones. */
export const ratesInput = z
  .array(
    z.object({
      from: calendarDay(DAY_MESSAGE).nullable(),
      unitRate: optionalRateInput,
    }),
  )
  .max(MAX_RATES, { error: `Enter at most ${MAX_RATES} rates` })
  .superRefine((all, check) => {
    for (const [index, { from }] of all.entries())
      if (all.findIndex((one) => one.from === from) !== index)
        check.addIssue({
          code: 'custom',
          path: [index, 'from'],
          message: from === null ? MISSING_MESSAGE : DOUBLE_MESSAGE,
        });
  });

/** The effect of new rates on visits that are approved and not billed. */
export const rateEffect = z.object({
  visits: z.int(),
  /** Of these, the visits on drafts of invoices, which have to be saved again before they are issued. */
  onDrafts: z.int(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  /** Their amount now, and after the change. */
  before: decimal,
  after: decimal,
  /** ISO 4217. */
  currency: z.string(),
});
export type RateEffect = z.infer<typeof rateEffect>;

/** The rates that a change would store. */
export const ratePreview = z.object({ rates: ratesInput });

/** How many visits the caller confirmed; a change that affects more is refused. */
export const affectedVisits = z.int().min(0).optional();
