/** State of a visit in this browser, and how a tap or an answer of the server changes it. */

import type { Moment } from '#platform/web/clock.ts';
import type { ClockChange } from './queries.ts';

/** `visitId` is undefined in a visit that an earlier release stored. */
type Visit = { visitId?: string | undefined; startedAt: string; clientId: number | null };
/** `startedAt` is by the clock of this device until the server has answered the start with its own. */
export type Running = Visit & {
  /** The start by this device; without it, the visit was started on another one. */
  started?: Moment;
};
export type Ended = Visit & { endedAt: string };
export type ClockState = {
  running: Running | null;
  /** The visits that ended and are not in a note yet, oldest first; `endKey` is the key of the change that ended it. */
  ended: readonly (Ended & { endKey: string })[];
  /** Changes that the server has not received, in order. */
  unsent: readonly ClockChange[];
};

const NONE: ClockState = { running: null, ended: [], unsent: [] };

/** An earlier release had one ended visit, with the key only until its answer. */
type StoredClock = Partial<Omit<ClockState, 'ended'>> & {
  ended?: ClockState['ended'] | (Ended & { endKey?: string }) | null;
};

/** The state that is stored in this browser, perhaps by an earlier release. */
export function toClockState(stored: StoredClock | null): ClockState {
  const ended = [stored?.ended ?? []].flat();
  return { ...NONE, ...stored, ended: ended.map((visit) => ({ endKey: visit.startedAt, ...visit })) };
}

/** Milliseconds from the start of a visit to a moment of this device, whose clock may differ from the server's. */
export function getElapsedMs({ startedAt, started }: Running, until: Moment): number {
  const byClock = Date.parse(until.at) - Date.parse(started?.at ?? startedAt);
  // It may stop while the device sleeps: it is a minimum, for a clock that was set back.
  const byCounter = started && started.page === until.page ? until.counter - started.counter : 0;
  return Math.max(0, byClock, byCounter);
}

/** Returns the times of a visit that ends at a moment on this device: its start plus the elapsed time. */
export function endAt(running: Running, moment: Moment): Ended {
  const { startedAt, clientId } = running;
  const endedAt = new Date(Date.parse(startedAt) + getElapsedMs(running, moment)).toISOString();
  return { startedAt, clientId, endedAt };
}

/** Takes the times of the server, for the visit that the change belongs to: another one may have started since. */
export function applyAnswer(
  { running, ended }: ClockState,
  { at, key }: ClockChange,
  answer: Visit | Ended | undefined,
): Partial<ClockState> {
  if (!answer) return {};
  if ('endedAt' in answer)
    return { ended: ended.map((visit) => (visit.endKey === key ? { ...answer, endKey: key } : visit)) };
  // A server of the release before ignores the ID of the device, so its visits have none.
  const { visitId } = answer;
  return running?.startedAt === at ? { running: { ...running, ...answer, visitId } } : {};
}

/** Takes the running visit of the server, unless a change is still to be sent. */
export function applyRunning({ running, unsent }: ClockState, visit: Visit | null): Partial<ClockState> {
  if (unsent.length > 0) return {};
  const started = running?.started;
  const isSame =
    running?.visitId === undefined
      ? running?.startedAt === visit?.startedAt
      : running.visitId === visit?.visitId;
  return { running: visit && started && isSame ? { ...visit, started } : visit };
}

/** Recognizes a refused start that is on the server: with another `deviceNow`, its key is taken for another request. */
const isStartOnServer = ({ kind }: ClockChange, code: string) =>
  kind === 'start' && code === 'idempotency_key_reused';

/** Removes a change that the server refuses; the end or cancellation of a visit depends on its start. */
export function applyRefusal(
  { running, unsent }: ClockState,
  change: ClockChange,
  code: string,
): Partial<ClockState> {
  const rest = unsent.filter(({ key }) => key !== change.key);
  if (change.kind !== 'start' || isStartOnServer(change, code)) return { unsent: rest };
  const next = rest.findIndex(({ kind }) => kind === 'start');
  const isRunning = running?.startedAt === change.at;
  return { unsent: next === -1 ? [] : rest.slice(next), ...(isRunning && { running: null }) };
}
