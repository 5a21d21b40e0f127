/** The lines of an invoice and their amounts, in whole cents. Pure. */

import Big from 'big.js';
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

/** Whole cents, half a cent away from zero: a credit takes back what its line charged. */
const toCents = (amount: Big): string => amount.round(2, Big.roundHalfUp).toFixed(2);

const add = (amounts: readonly string[]): Big =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));

/** The amount of units at a rate, rounded to cents. */
export const multiply = (units: string, rate: string): string => toCents(new Big(units).times(rate));

/** The sum of amounts, with two decimals. */
export const addAmounts = (amounts: readonly string[]): string => add(amounts).toFixed(2);

/** What is left of an amount. */
export const subtract = (amount: string, other: string): string => new Big(amount).minus(other).toFixed(2);

/** -1, 0 or 1. */
export const compareAmounts = (one: string, other: string): number => new Big(one).cmp(other);

/** Whether an amount, positive or negative, is too large for the column of the total. */
export const exceedsMaximum = (amount: string): boolean => new Big(amount).abs().gt(MAX_TOTAL);

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
  const quantity = add(visits.map(({ units }) => units));
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
    quantity: quantity.toFixed(2),
    rate: first.unitRate,
    amount: toCents(quantity.times(first.unitRate)),
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
  amount: toCents(new Big(quantity).times(rate)),
  noteIds: [],
});

/** The sum of the rounded lines, the tax on that sum, and both. @param taxRate percent; null for none */
export function toTotals(lines: readonly InvoiceLine[], taxRate: string | null) {
  const subtotal = add(lines.map(({ amount }) => amount));
  const tax = toCents(subtotal.times(taxRate ?? 0).div(100));
  return { subtotal: subtotal.toFixed(2), tax, total: subtotal.plus(tax).toFixed(2) };
}
