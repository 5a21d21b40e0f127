/** The visit clock of this browser: what the server has not received yet is kept and sent in order. */

import { v4 as uuid } from 'uuid';
import { ApiError } from '#platform/web/apiError.ts';
import { readMoment, type Moment } from '#platform/web/clock.ts';
import { ownKey, readPersistedForm, writePersistedForm } from '#platform/web/forms/persistedForm.ts';
import { withLock } from '#platform/web/locks.ts';
import { refreshTopics } from '#platform/web/queries.ts';
import { storedSession } from '#platform/web/session.ts';
import { createStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { sendClockChange, TOPIC, type ClockChange } from './queries.ts';
import {
  applyAnswer,
  applyRefusal,
  applyRunning,
  endAt,
  toClockState,
  type ClockState,
  type Running,
} from './visitState.ts';

/** An answer that takes longer than this is not waited for. */
const ANSWER_MS = 3_000;
const LOCK = 'visit-clock';

// Login and logout reload the page, so it has one user.
const user: { id?: number } | undefined = storedSession()?.user;
const storageKey = ownKey(user?.id ?? 0, 'visit-clock');
const read = (): ClockState => toClockState(readPersistedForm(storageKey));
const store = createStore(read());

export const useClockState = store.useValue;

function update(change: Partial<ClockState>): void {
  store.set({ ...store.read(), ...change });
  writePersistedForm(storageKey, store.read());
}

// Another tab changed it.
addEventListener('storage', ({ key }) => key?.endsWith(storageKey) && store.set(read()));
for (const event of ['online', 'focus']) addEventListener(event, () => void sendChanges());
// A page in the back/forward cache misses the changes of other tabs.
addEventListener('pageshow', () => store.set(read()));

const toChange = (
  kind: ClockChange['kind'],
  { at }: Moment,
  { visitId, clientId = null }: Partial<Running> = {},
): ClockChange => ({ kind, visitId, at, clientId, key: uuid() });

export function startClock(clientId: number | null): Promise<void> {
  const started = readMoment();
  const running = { visitId: uuid(), startedAt: started.at, clientId, started };
  update({ running, unsent: [...store.read().unsent, toChange('start', started, running)] });
  return sendChanges();
}

/** The visit that `endClock` is ending. */
const ending = createStore<Running | null>(null);
export const useEnding = ending.useValue;

/** Ends the running visit. Resolves when the server has answered, or soon without an answer. */
export async function endClock(): Promise<void> {
  const { running, ended, unsent } = store.read();
  if (!running) return;
  const moment = readMoment();
  const end = toChange('end', moment, running);
  ending.set(running);
  const visit = { ...endAt(running, moment), endKey: end.key };
  update({ running: null, ended: [...ended, visit], unsent: [...unsent, end] });
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, ANSWER_MS));
  await Promise.race([sendChanges(), timeout]).finally(() => ending.set(null));
}

export function cancelClock(): Promise<void> {
  const { running, unsent } = store.read();
  if (!running) return Promise.resolve();
  update({ running: null, unsent: [...unsent, toChange('cancel', readMoment(), running)] });
  return sendChanges();
}

/** Removes an ended visit, whose times are in the form. */
export const removeEnded = (key: string): void =>
  update({ ended: store.read().ended.filter(({ endKey }) => endKey !== key) });

/** Looks for data of a visit that only this browser has: a change to send, or times for a note. */
export function hasUnsavedVisit(): boolean {
  const { unsent, ended } = store.read();
  return unsent.length > 0 || ended.length > 0;
}

/** Takes over what the server has, unless a change is still to be sent. */
export const acceptRunning = (visit: Running | null): void => update(applyRunning(store.read(), visit));

let sending: Promise<void> | null = null;

/** Sends the changes in order, in one tab at a time. */
export function sendChanges(): Promise<void> {
  if (store.read().unsent.length === 0) return sending ?? Promise.resolve();
  const run = () =>
    'locks' in navigator
      ? withLock(LOCK, {}, (_, left) => sendAll(left))
      : sendAll(new AbortController().signal);
  // A change that was added while others are sent is sent after them.
  sending = (sending ?? Promise.resolve()).then(run);
  return sending;
}

/** @param left aborts the change that is being sent, when the page was left */
async function sendAll(left: AbortSignal): Promise<void> {
  for (let [change] = store.read().unsent; change; [change] = store.read().unsent) {
    try {
      const answer = await sendClockChange(change, left);
      update({
        ...applyAnswer(store.read(), change, answer),
        unsent: store.read().unsent.filter(({ key }) => key !== change.key),
      });
    } catch (error) {
      left.throwIfAborted();
      if (!isRefusal(error)) return;
      await settleRefusal(error, change);
    }
  }
}

/** Recognizes a refusal that another attempt does not change. A network that asks for a login answers without a code. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code !== 'unknown' &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 402, 429].includes(error.status);

/** The server's state counts; a visit that runs elsewhere is replaced only after a confirmation. */
async function settleRefusal(error: ApiError, change: ClockChange): Promise<void> {
  const { running, unsent } = store.read();
  const isLast = unsent.length === 1;
  update(applyRefusal(store.read(), change, error.code));
  if (error.code === 'visit_running' && isLast && (await confirmRestart())) {
    const start = { ...change, key: uuid() };
    update({ running, unsent: [toChange('cancel', readMoment()), start, ...store.read().unsent] });
    return;
  }
  await refreshTopics([TOPIC]);
  // The change had arrived, or had no effect.
  if (['idempotency_key_reused', 'visit_running', 'visit_not_running', 'not_found'].includes(error.code))
    return;
  toast({ title: 'The visit clock was not saved', description: error.message, variant: 'destructive' });
}

const confirmRestart = () =>
  confirm({
    title: 'A visit is already running',
    body: 'You started it on another device or in another window. Starting a new visit cancels it.',
    confirmLabel: 'Start new visit',
    cancelLabel: 'Keep it running',
  });
