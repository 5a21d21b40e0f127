import { z } from 'zod';
import { isDay } from '#platform/contract/days.ts';
import { grouping } from '#features/invoices/invoiceContract.ts';

const DAY_MESSAGE = 'Choose a date';
const day = z.string().refine(isDay, { error: DAY_MESSAGE });

/** The form of a new invoice. The server compares the dates. */
export const newDraftForm = z
  .object({
    /** Null when the client of `clientId` pays, else `clientIds` has those that the payer pays for. */
    payer: z.string().nullable(),
    clientId: z.string(),
    clientIds: z.array(z.int()),
    from: day,
    to: day,
    grouping,
  })
  .superRefine(({ payer, clientId, clientIds }, check) => {
    const message = 'Choose a client';
    if (payer === null && clientId === '') check.addIssue({ code: 'custom', path: ['clientId'], message });
    if (payer !== null && clientIds.length === 0)
      check.addIssue({ code: 'custom', path: ['clientIds'], message });
  });
export type NewDraftValues = z.input<typeof newDraftForm>;
