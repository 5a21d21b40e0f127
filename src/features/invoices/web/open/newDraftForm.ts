import { z } from 'zod';
import { isDay } from '#platform/contract/days.ts';
import { grouping } from '#features/invoices/invoiceContract.ts';

const DAY_MESSAGE = 'Choose a date';
const day = z.string().refine(isDay, { error: DAY_MESSAGE });

/** The form of a new invoice. The server compares the dates. */
export const newDraftForm = z.object({
  clientId: z.string().min(1, { error: 'Choose a client' }),
  from: day,
  to: day,
  grouping,
});
export type NewDraftValues = z.input<typeof newDraftForm>;
