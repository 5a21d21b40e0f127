/** The time between the moments of a note. */

import type { Moment } from '#platform/web/clock.ts';

/** Milliseconds from one moment to a later one: by the counter within a page, otherwise by the clock. */
function getElapsedMs(from: Moment, to: Moment): number {
  const elapsed = from.page === to.page ? to.counter - from.counter : Date.parse(to.at) - Date.parse(from.at);
  return Math.max(0, Math.round(elapsed));
}

interface Moments {
  begun: Moment;
  employeeSigned: Moment;
  clientSigned: Moment | null;
  submitted: Moment;
}

/** Milliseconds from the begin to each moment; null for a signature that is missing. */
export function toElapsedMs({ begun, employeeSigned, clientSigned, submitted }: Moments) {
  const isClientFirst = clientSigned !== null && isBefore(clientSigned, employeeSigned);
  const signed = isClientFirst ? [clientSigned, employeeSigned] : [employeeSigned, clientSigned];
  const elapsed = new Map<Moment, number>();
  let last = begun;
  let total = 0;
  for (const moment of [...signed, submitted]) {
    if (!moment) continue;
    total += getElapsedMs(last, moment);
    elapsed.set(moment, total);
    last = moment;
  }
  return {
    begun: 0,
    employeeSigned: elapsed.get(employeeSigned) ?? 0,
    clientSigned: clientSigned && (elapsed.get(clientSigned) ?? 0),
    submitted: total,
  };
}

const isBefore = (one: Moment, other: Moment): boolean =>
  one.page === other.page ? one.counter < other.counter : one.at < other.at;
