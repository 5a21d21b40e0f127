/** Explains the units of a note: the calculation and the ledger entries. */

import { and, eq } from 'drizzle-orm';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { authorizations } from '#features/clients/server/tables.ts';
import { explainUnits } from '#features/services/rules.ts';
import { getClockMinutes } from '#features/units/rules.ts';
import { listNoteEntries, readBalanceAt } from '#features/units/server/reads.ts';
import { refuseOtherUsers } from './reads.ts';
import { whereNote } from './rowReads.ts';
import { notes, noteVersions } from './tables.ts';

/** @throws 403 for a colleague's note when not a manager, 404 */
export function readNoteUnits(context: MemberContext, noteId: number) {
  return readInBusiness(context, async (tx) => {
    const [[row], movements] = await Promise.all([
      tx
        .select({
          note: notes,
          signedAt: noteVersions.createdAt,
          authorization: {
            id: authorizations.id,
            reference: authorizations.reference,
            unitsAuthorized: authorizations.unitsAuthorized,
          },
        })
        .from(notes)
        .leftJoin(
          noteVersions,
          and(
            tx.inTenant(noteVersions),
            eq(noteVersions.noteId, notes.id),
            eq(noteVersions.version, notes.version),
          ),
        )
        .leftJoin(
          authorizations,
          and(tx.inTenant(authorizations), eq(authorizations.id, notes.authorizationId)),
        )
        .where(whereNote(tx, noteId)),
      listNoteEntries(tx, noteId),
    ]);
    if (!row) throw notFound('This note does not exist.');
    refuseOtherUsers(context, row.note);
    const { minutes, timeZone, rounding, version, timeUnitsUsed } = row.note;
    const { startTime, endTime, startOccurrence, endOccurrence } = row.note;
    const times = { startTime, endTime, startOccurrence, endOccurrence };
    const clockChangeMinutes = minutes - getClockMinutes(times);
    const deduction = movements.find(({ kind, noteVersion }) => kind === 'note' && noteVersion === version);
    const account = deduction ?? (await readAccountAtSigning(tx, row));
    return {
      minutes,
      ...times,
      timeZone,
      clockChangeMinutes,
      rounding,
      units: timeUnitsUsed,
      steps: listSteps({ minutes, clockChangeMinutes }, explainUnits(minutes, rounding)),
      account: {
        authorizationId: account.authorizationId,
        reference: isManager(context.session) ? account.reference : null,
        before: account.balanceBefore,
        after: account.balanceAfter,
      },
      movements: movements.map(({ kind, delta, at, actorName }) => ({ kind, delta, at, actorName })),
    };
  });
}

interface UnitSource {
  note: Pick<typeof notes.$inferSelect, 'clientId' | 'createdAt'>;
  signedAt: Date | null;
  authorization: { id: number; reference: string | null; unitsAuthorized: string | null } | null;
}

/**
 * The account of a note of 0 units, which has no ledger entry, with its balance when the note was signed. An
 * authorization without units of its own uses the general account.
 */
async function readAccountAtSigning(tx: BusinessTransaction, { note, signedAt, authorization }: UnitSource) {
  const account = typeof authorization?.unitsAuthorized === 'string' ? authorization : null;
  const authorizationId = account?.id ?? null;
  const balance = await readBalanceAt(tx, {
    clientId: note.clientId,
    authorizationId,
    at: signedAt ?? note.createdAt,
  });
  return {
    authorizationId,
    reference: account?.reference ?? null,
    balanceBefore: balance,
    balanceAfter: balance,
  };
}

function listSteps(
  { minutes, clockChangeMinutes }: { minutes: number; clockChangeMinutes: number },
  calculation: string,
): string[] {
  if (clockChangeMinutes === 0) return [calculation];
  const direction = clockChangeMinutes > 0 ? 'back' : 'forward';
  const change = Math.abs(clockChangeMinutes);
  const onClock = minutes - clockChangeMinutes;
  const clocks = `Clocks moved ${direction} ${change} min`;
  return [
    // From the first into the second of a repeated hour, the clock shows no time or goes back.
    onClock > 0
      ? `${clocks}: ${onClock} min on the clock = ${minutes} min worked`
      : `${clocks}: ${minutes} min worked`,
    calculation,
  ];
}
