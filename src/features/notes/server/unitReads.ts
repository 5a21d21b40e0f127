/** Explains the units of a note: the calculation and the ledger entries. */
import { and, eq } from 'drizzle-orm';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { parseObject } from '#platform/server/canonicalJson.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { explainUnits } from '#features/services/rules.ts';
import { listNoteEntries } from '#features/units/server/reads.ts';
import { getClockMinutes } from '#features/units/rules.ts';
import { refuseOtherUsers } from './reads.ts';
import { whereNote } from './rowReads.ts';
import { notes, noteVersions } from './tables.ts';

/** @throws 403 for a colleague's note when not a manager, 404 */
export function readNoteUnits(context: MemberContext, noteId: number) {
  return readInBusiness(context, async (tx) => {
    const [[row], movements] = await Promise.all([
      tx
        .select({ note: notes, canonical: noteVersions.canonical })
        .from(notes)
        .leftJoin(
          noteVersions,
          and(
            tx.inTenant(noteVersions),
            eq(noteVersions.noteId, notes.id),
            eq(noteVersions.version, notes.version),
          ),
        )
        .where(whereNote(tx, noteId)),
      listNoteEntries(tx, noteId),
    ]);
    if (!row) throw notFound('This note does not exist.');
    refuseOtherUsers(context, row.note);
    const { minutes, startTime, endTime, rounding, version, timeUnitsUsed } = row.note;
    // Without its version, which is missing evidence, the note is in the zone of the business.
    const signed = parseObject(row.canonical ?? '');
    const signedZone = signed?.['timeZone'];
    const timeZone = typeof signedZone === 'string' ? signedZone : context.session.timeZone;
    const clockChangeMinutes = minutes - getClockMinutes({ startTime, endTime });
    const deduction = movements.find(({ kind, noteVersion }) => kind === 'note' && noteVersion === version);
    return {
      minutes,
      startTime,
      endTime,
      timeZone,
      clockChangeMinutes,
      rounding,
      units: timeUnitsUsed,
      steps: listSteps({ minutes, clockChangeMinutes }, explainUnits(minutes, rounding)),
      account: {
        authorizationId: deduction?.authorizationId ?? null,
        reference: isManager(context.session) ? (deduction?.reference ?? null) : null,
        before: deduction?.balanceBefore ?? null,
        after: deduction?.balanceAfter ?? null,
      },
      movements: movements.map(({ kind, delta, at, actorName }) => ({ kind, delta, at, actorName })),
    };
  });
}

function listSteps(
  { minutes, clockChangeMinutes }: { minutes: number; clockChangeMinutes: number },
  calculation: string,
): string[] {
  if (clockChangeMinutes === 0) return [calculation];
  const direction = clockChangeMinutes > 0 ? 'back' : 'forward';
  const change = Math.abs(clockChangeMinutes);
  const onClock = minutes - clockChangeMinutes;
  return [
    `Clocks moved ${direction} ${change} min: ${onClock} min on the clock = ${minutes} min worked`,
    calculation,
  ];
}
