import { z } from 'zod';
import { isDay } from '#platform/contract/days.ts';
import { grouping } from '#features/invoices/invoiceContract.ts';
import type { InvoiceBody, OpenWork } from '#features/invoices/web/queries.ts';

const DAY_MESSAGE = 'Choose a date';
const day = z.string().refine(isDay, { error: DAY_MESSAGE });

const newDraftValues = z.object({
  /** Who pays, as `toBillTo` writes it; '' before the choice. */
  billTo: z.string().min(1, { error: 'Choose a client or payer' }),
  /** Clients of the payer that the invoice is not for: one that is listed later is on it. */
  excludedClientIds: z.array(z.int()),
  from: day,
  to: day,
  grouping,
});
export type NewDraftValues = z.input<typeof newDraftValues>;

/** Who pays for work: 'payer County', or 'client 12' for a client who pays. */
export const toBillTo = ({ payer, clientId }: { payer: string | null; clientId: number }): string =>
  payer === null ? `client ${clientId}` : `payer ${payer}`;

/** The name of a payer; undefined for a client who pays. */
export const toPayer = (billTo: string): string | undefined =>
  billTo.startsWith('payer ') ? billTo.slice('payer '.length) : undefined;

/** The work of a client who pays, or of all clients of a payer. */
export const listWorkBilledTo = (open: readonly OpenWork[], billTo: string): OpenWork[] =>
  open.filter((row) => toBillTo(row) === billTo);

/** The day of the oldest visit or the first of this month, whichever is earlier. */
export const toFirstDay = (work: readonly OpenWork[], today: string): string =>
  work.map(({ firstDay }) => firstDay).reduce(minDay, `${today.slice(0, 8)}01`);

const minDay = (a: string, b: string): string => (a < b ? a : b);

/**
 * The form of a new invoice. The server compares the dates.
 * @param listClients lists the clients that can be selected for `billTo`
 */
export const buildNewDraftForm = (listClients: (billTo: string) => readonly number[]) =>
  newDraftValues.superRefine(({ billTo, excludedClientIds }, check) => {
    if (toPayer(billTo) === undefined) return;
    const listed = listClients(billTo);
    if (listed.length === 0)
      // A colleague has billed them since the payer was chosen, so no checkbox can show the issue.
      check.addIssue({ code: 'custom', path: ['billTo'], message: 'This payer has no visits to bill' });
    else if (pickClients(listed, excludedClientIds).length === 0)
      check.addIssue({
        code: 'custom',
        path: ['excludedClientIds'],
        message: 'Choose at least one client',
      });
  });

/** The clients of the payer that are not excluded. A single one has no checkbox, so it is always chosen. */
export const pickClients = (listed: readonly number[], excluded: readonly number[]): number[] =>
  listed.filter((id) => listed.length === 1 || !excluded.includes(id));

/** The request for a draft. @param listed the clients of the payer */
export function toInvoiceBody(values: NewDraftValues, listed: readonly number[]): InvoiceBody {
  const { billTo, excludedClientIds, ...choices } = values;
  const payer = toPayer(billTo);
  return payer === undefined
    ? { ...choices, clientId: Number(billTo.slice('client '.length)) }
    : { ...choices, payer, clientIds: pickClients(listed, excludedClientIds) };
}
