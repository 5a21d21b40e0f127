import { z } from 'zod';
import { isDay } from '#platform/contract/days.ts';
import { grouping } from '#features/invoices/invoiceContract.ts';

const DAY_MESSAGE = 'Choose a date';
const day = z.string().refine(isDay, { error: DAY_MESSAGE });

const newDraftValues = z.object({
  /** Null when the client of `clientId` pays. */
  payer: z.string().nullable(),
  clientId: z.string(),
  /** Clients of the payer that the invoice is not for: one that is listed later is on it. */
  excludedClientIds: z.array(z.int()),
  from: day,
  to: day,
  grouping,
});
export type NewDraftValues = z.input<typeof newDraftValues>;

/**
 * The form of a new invoice. The server compares the dates.
 * @param listed the clients of the payer that can be chosen
 */
export const buildNewDraftForm = (listed: readonly number[]) =>
  newDraftValues.superRefine(({ payer, clientId, excludedClientIds }, check) => {
    if (payer === null && clientId === '')
      check.addIssue({ code: 'custom', path: ['clientId'], message: 'Choose a client' });
    if (payer !== null && pickClients(listed, excludedClientIds).length === 0)
      check.addIssue({
        code: 'custom',
        path: ['excludedClientIds'],
        message: 'Choose at least one client',
      });
  });

/** The clients of the payer that are not excluded. A single one has no checkbox, so it is always chosen. */
export const pickClients = (listed: readonly number[], excluded: readonly number[]): number[] =>
  listed.filter((id) => listed.length === 1 || !excluded.includes(id));
