/** Guarded: starts, ends and cancels the running visit of a user. */

import { and, eq } from 'drizzle-orm';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { getBrokenConstraint } from '#platform/server/database/sqlState.ts';
import { conflict, invalidField, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { visitClockContract } from '#features/time/visitClockContract.ts';
import { isInFuture, OLDEST_START_MS } from '#features/time/visitClockRules.ts';
import { clockColumns, whereOwnClock } from './reads.ts';
import { visitClocks } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'visit.started': { clientId: number | null; startedAt: string };
    'visit.ended': { clientId: number | null; startedAt: string; endedAt: string };
    'visit.canceled': { clientId: number | null; startedAt: string };
  }
}

type Contract = typeof visitClockContract;
type Start = RequestOf<Contract['POST /api/visit-clock/start']>['body'];
type End = RequestOf<Contract['POST /api/visit-clock/end']>['body'];
type Cancellation = RequestOf<Contract['DELETE /api/visit-clock']>['query'];

const NOT_RUNNING = 'No visit is running.';

/** @throws 400 at `startedAt`; 404 for a client of another business; 409 `visit_running` while another one is running */
export async function startVisit(context: MemberContext, { visitId, clientId = null, ...input }: Start) {
  const { businessId, session, now } = context;
  const startedAt = readStart(input, now);
  try {
    return await writeInBusiness(context, async (tx) => {
      // Of two concurrent starts the second one waits here for the first.
      const [started] = await tx
        .insert(visitClocks)
        .values({
          businessId,
          employeeId: session.userId,
          ...(visitId !== undefined && { visitId }),
          clientId,
          startedAt,
          createdAt: now,
        })
        .onConflictDoNothing({ target: [visitClocks.businessId, visitClocks.employeeId] })
        .returning(clockColumns);
      if (!started) return await getRunning(tx, context, visitId);
      const details = { clientId, startedAt: startedAt.toISOString() };
      recordAudit(tx, context, { type: 'visit.started', details });
      publishClock(tx, context);
      return started;
    });
  } catch (error) {
    if (getBrokenConstraint(error) === 'visit_clocks_client') throw notFound('This client does not exist.');
    throw error;
  }
}

/** The running visit, for a start that arrives again. @throws 409 `visit_running` for another one */
async function getRunning(tx: BusinessTransaction, context: MemberContext, visitId: string | undefined) {
  const [running] = await tx.select(clockColumns).from(visitClocks).where(whereOwnClock(tx, context));
  if (running && running.visitId === visitId) return running;
  throw conflict('visit_running', 'A visit is already running. End or cancel it first.');
}

/** @returns the visit with its end @throws 400 at `endedAt`; 409 `visit_not_running`, also while another one is running */
export function endVisit(context: MemberContext, input: End) {
  return writeInBusiness(context, async (tx) => {
    const clock = await deleteClock(tx, context, input);
    if (!clock) throw conflict('visit_not_running', NOT_RUNNING);
    const endedAt = readEnd(input, clock, context.now);
    const details = {
      clientId: clock.clientId,
      startedAt: clock.startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
    };
    recordAudit(tx, context, { type: 'visit.ended', details });
    return { ...clock, endedAt };
  });
}

/** @throws 404 when the visit is not running */
export function cancelVisit(context: MemberContext, canceled: Cancellation): Promise<undefined> {
  return writeInBusiness<undefined>(context, async (tx) => {
    const clock = await deleteClock(tx, context, canceled);
    if (!clock) throw notFound(NOT_RUNNING);
    const { clientId, startedAt } = clock;
    const details = { clientId, startedAt: startedAt.toISOString() };
    recordAudit(tx, context, { type: 'visit.canceled', details });
  });
}

/** Deletes the running visit, unless it is not the one that is named. */
async function deleteClock(tx: BusinessTransaction, context: MemberContext, { visitId }: Cancellation) {
  const isNamed = visitId === undefined ? undefined : eq(visitClocks.visitId, visitId);
  const [clock] = await tx
    .delete(visitClocks)
    .where(and(whereOwnClock(tx, context), isNamed))
    .returning(clockColumns);
  if (clock) publishClock(tx, context);
  return clock;
}

const publishClock = (tx: BusinessTransaction, { session }: MemberContext) =>
  publishChange(tx, ['visit-clock'], [session.userId]);

/** A moment of the device as the clock of the server had it; without `deviceNow` both clocks are taken as the same. */
function toServerTime(at: string, deviceNow: string | undefined, now: Date): Date {
  if (deviceNow === undefined) return new Date(at);
  // A clock that was set back since then cannot have measured a moment that is still to come.
  return new Date(now.getTime() - Math.max(0, Date.parse(deviceNow) - Date.parse(at)));
}

function readStart({ startedAt, deviceNow }: Pick<Start, 'startedAt' | 'deviceNow'>, now: Date): Date {
  if (startedAt === undefined) return now;
  const start = toServerTime(startedAt, deviceNow, now);
  if (isInFuture(start, now)) throw invalidField('startedAt', 'The start must not be in the future');
  if (now.getTime() - start.getTime() > OLDEST_START_MS) {
    throw invalidField('startedAt', 'The start must be within the last 7 days');
  }
  return start;
}

function readEnd({ endedAt, deviceNow }: End, { startedAt }: { startedAt: Date }, now: Date): Date {
  // A device that is ahead may have started it in a moment from now.
  if (endedAt === undefined) return now > startedAt ? now : startedAt;
  const end = toServerTime(endedAt, deviceNow, now);
  if (isInFuture(end, now)) throw invalidField('endedAt', 'The end must not be in the future');
  if (end >= startedAt) return end;
  // The clock of the device was changed between start and end.
  if (deviceNow !== undefined) return startedAt;
  throw invalidField('endedAt', 'The end must not be before the start');
}
