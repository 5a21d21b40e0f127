/** The lines of an invoice and their amounts, in whole cents. Pure. */

import { add, compare, multiply, takePart } from '#platform/contract/decimals.ts';
import type { Occurrence } from '#platform/contract/zone.ts';
import { MAX_TOTAL, type OtherLine } from '#features/invoices/contract.ts';
import type { Grouping, InvoiceLine } from '#features/invoices/invoiceContract.ts';
import type { ClockTimes } from '#features/units/rules.ts';

/** A visit as it is billed. */
export interface BilledVisit extends ClockTimes {
  noteId: number;
  clientId: number;
  /** Name and ID of the client. */
  clientName: string;
  serviceKey: string;
  /** Name and code of the service. */
  serviceName: string;
  workDate: string;
  startOccurrence: Occurrence | null;
  endOccurrence: Occurrence | null;
  authorizationId: number | null;
  /** The payer's number of the authorization. */
  authorization: string | null;
  units: string;
  unitRate: string;
}

/** Compares an amount, positive or negative, with the largest one that the column of the total holds. */
export const exceedsMaximum = (amount: string): boolean =>
  compare(amount.replace('-', ''), String(MAX_TOTAL)) > 0;

/** One line for each visit, or for each client, service, rate and authorization; free lines last. */
export function toLines(
  visits: readonly BilledVisit[],
  { grouping, otherLines }: { grouping: Grouping; otherLines: readonly OtherLine[] },
): InvoiceLine[] {
  const groups =
    grouping === 'visit' ? visits.map((visit) => [visit]) : [...Map.groupBy(visits, groupKeyOf).values()];
  return [...groups.map((group) => toWorkLine(group, grouping)), ...otherLines.map(toOtherLine)];
}

const groupKeyOf = ({ clientId, serviceKey, unitRate, authorizationId }: BilledVisit): string =>
  JSON.stringify([clientId, serviceKey, unitRate, authorizationId]);

function toWorkLine(visits: readonly BilledVisit[], grouping: Grouping): InvoiceLine {
  const [first] = visits;
  const last = visits.at(-1);
  if (!first || !last) throw new Error('A line of an invoice has no visit');
  const quantity = add(...visits.map(({ units }) => units));
  return {
    kind: 'work',
    description: first.serviceName,
    clientName: first.clientName,
    firstDay: first.workDate,
    lastDay: last.workDate,
    startTime: grouping === 'visit' ? first.startTime : null,
    endTime: grouping === 'visit' ? first.endTime : null,
    startOccurrence: grouping === 'visit' ? first.startOccurrence : null,
    endOccurrence: grouping === 'visit' ? first.endOccurrence : null,
    authorization: first.authorization,
    quantity,
    rate: first.unitRate,
    amount: multiply(quantity, first.unitRate),
    noteIds: visits.map(({ noteId }) => noteId),
  };
}

const toOtherLine = ({ description, quantity, rate }: OtherLine): InvoiceLine => ({
  kind: 'other',
  description,
  clientName: null,
  firstDay: null,
  lastDay: null,
  startTime: null,
  endTime: null,
  startOccurrence: null,
  endOccurrence: null,
  authorization: null,
  quantity,
  rate,
  amount: multiply(quantity, rate),
  noteIds: [],
});

/** The sum of the rounded lines, the tax on that sum, and both. @param taxRate percent; null for none */
export function toTotals(lines: readonly InvoiceLine[], taxRate: string | null) {
  const subtotal = add(...lines.map(({ amount }) => amount));
  const tax = takePart(subtotal, [taxRate ?? '0', 100]);
  return { subtotal, tax, total: add(subtotal, tax) };
}
