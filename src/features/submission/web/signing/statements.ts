/** The statements that employee and client sign in the note form. */

import { formatUnits } from '#platform/contract/decimalFormat.ts';
import type { Language } from '#features/clients/contract.ts';
import { formatWorkTime } from '#features/notes/web/labels/public.tsx';
import {
  formatReceiptDay,
  formatReceiptTimes,
  formatReceiptUnits,
} from '#features/notes/web/receipt/public.tsx';
import { unitsLabel } from '#features/services/rules.ts';
import type { ClockTimes } from '#features/units/rules.ts';

type WorkTimes = ClockTimes & { workDate: string };

type Statement = {
  employee: string;
  /** With the client's name or number: 'Franklin Moss (HS-1113)'. */
  client: string;
  contact: string;
  /** Who signs for the client. */
  representative: { name: string; relation: string } | null;
  times: WorkTimes;
  /** '2 h 15 min = 9 units', or null while the times are incomplete. */
  span: string | null;
  units: number | null;
  /** Units left after the note, or null while no client is selected or the times are incomplete. */
  remaining: number | null;
};

const isComplete = ({ workDate, startTime, endTime }: WorkTimes): boolean =>
  workDate !== '' && startTime !== '' && endTime !== '';

const NO_TIMES = '(date and times not entered yet)';

/** Composes the statement that the employee signs. */
export function employeeStatement({ employee, client, times, span }: Statement): string {
  const when = isComplete(times)
    ? `on ${formatWorkTime(times)}${span === null ? '' : ` (${span})`}`
    : NO_TIMES;
  return `I, ${employee}, visited ${client} ${when}. This note is accurate.`;
}

/** @param unnamed used while no name is entered */
const describeRepresentative = (
  { name, relation }: NonNullable<Statement['representative']>,
  unnamed: string,
): string => (name.trim() === '' ? unnamed : [name, relation && `(${relation})`].filter(Boolean).join(' '));

/** Statement that the client or a representative signs, in the client's language. */
export const clientStatement: Record<Language, (statement: Statement) => string> = {
  en({ employee, contact, representative, times, units, remaining }) {
    const when = isComplete(times) ? `on ${formatWorkTime(times)}` : NO_TIMES;
    const confirmed = representative
      ? `I, ${describeRepresentative(representative, 'the representative')}, confirm that ${employee} worked with ${contact} ${when}.`
      : `I, ${contact}, confirm that ${employee} worked with me ${when}.`;
    if (units === null || remaining === null) return confirmed;
    const left =
      remaining < 0
        ? `, ${unitsLabel(-remaining)} over the limit`
        : `; ${formatUnits(remaining)} will be left`;
    return `${confirmed} This uses ${unitsLabel(units)}${left}.`;
  },
  es({ employee, contact, representative, times, units, remaining }) {
    // In running text no comma follows the weekday.
    const when = isComplete(times)
      ? `el ${formatReceiptDay('es', times.workDate).replace(',', '')}, ${formatReceiptTimes('es', times)}`
      : '(faltan la fecha y el horario)';
    const who = representative
      ? `Yo, ${describeRepresentative(representative, 'como representante')}, confirmo que ${employee} atendió a ${contact} ${when}`
      : `Yo, ${contact}, confirmo que ${employee} me atendió ${when}`;
    // Times end with a period already: '10:08 a.m.'
    const confirmed = who.endsWith('.') ? who : `${who}.`;
    if (units === null || remaining === null) return confirmed;
    const count = formatReceiptUnits('es', String(Math.abs(remaining)));
    const left =
      remaining < 0
        ? `Esta visita supera el límite por ${count}.`
        : `${remaining === 1 ? 'Quedará' : 'Quedarán'} ${count}.`;
    return `${confirmed} Esta visita usa ${formatReceiptUnits('es', String(units))}. ${left}`;
  },
};
