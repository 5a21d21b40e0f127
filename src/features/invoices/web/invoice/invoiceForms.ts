import { z } from 'zod';
import { isDay } from '#platform/contract/days.ts';
import { MAX_OTHER_LINES, REASON_MAX } from '#features/invoices/contract.ts';
import { grouping } from '#features/invoices/invoiceContract.ts';

const DAY_MESSAGE = 'Choose a date';
const day = z.string().refine(isDay, { error: DAY_MESSAGE });

/** A number as it is typed; the server checks its size. */
const number = z
  .string()
  .trim()
  .regex(/^-?\d+(\.\d{1,2})?$/, { error: 'Enter a number with at most two decimals' });

export const draftForm = z.object({
  from: day,
  to: day,
  grouping,
  otherLines: z
    .array(
      z.object({
        description: z.string().trim().min(1, { error: 'Description is required' }).max(200),
        quantity: number,
        rate: number,
      }),
    )
    .max(MAX_OTHER_LINES),
});
export type DraftValues = z.input<typeof draftForm>;

export const paymentForm = z.object({
  amount: number,
  date: day,
  note: z.string().trim().max(REASON_MAX),
});
export type PaymentValues = z.input<typeof paymentForm>;

export const voidForm = z.object({
  reason: z.string().trim().min(1, { error: 'A reason is required' }).max(REASON_MAX),
});
export type VoidValues = z.input<typeof voidForm>;
