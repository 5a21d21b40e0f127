/** Sends the notes that wait on this device, in order and in one tab at a time. */

import { client } from '#platform/web/api.ts';
import { ApiError, isUnreachable } from '#platform/web/apiError.ts';
import { now } from '#platform/web/clock.ts';
import { readEncryptedForm } from '#platform/web/forms/encryptedForms.ts';
import { ownerIdOf, ownKey, waitForPersistedForm } from '#platform/web/forms/persistedForm.ts';
import { withLock } from '#platform/web/locks.ts';
import { refreshAll } from '#platform/web/queries.ts';
import { storedSession } from '#platform/web/session.ts';
import { isStoreAvailable } from '#platform/web/storeSupport.ts';
import type { submissionContract } from '#features/submission/contract.ts';
import { followLeft, readNote } from '#features/submission/web/entry/noteInForm.ts';
import type { KeptNote, Refusal } from '#features/submission/web/entry/noteRecord.ts';
import { isWaiting, setSentBack, setSentCount, UNPAID } from '#features/submission/web/entry/unsentState.ts';
import {
  announceChange,
  keepUnsent,
  listUnsent,
  readUnsent,
  releaseOpened,
  removeUnsent,
  replaceUnsent,
  SENDING,
  type ReadNote,
} from './unsentNotes.ts';

const api = client<typeof submissionContract>();

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** A later time is that of a clock which was changed. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
const RENEW =
  'Your business has no active subscription. Ask an admin to renew it. This note stays on this device and is sent after that.';
let wait = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Outcome of sending a note; 'gone' was sent, opened or discarded in another tab. 'later' and 'refused' do not stop the notes after it. */
interface Outcome {
  kind: 'sent' | 'sent_back' | 'gone' | 'refused' | 'later' | 'unpaid' | 'unreachable';
  /** How long the server asked to wait. */
  retryInMs?: number;
}

/** Set when notes were kept or released since the last round began. */
let isRequested = false;

/** Sends what waits, in one tab at a time. A call during a round begins another one after it, unless that was stopped. */
export async function sendUnsent(owner: number): Promise<void> {
  if (!isStoreAvailable() || !('locks' in navigator)) return;
  isRequested = true;
  const round = await withLock(SENDING, { ifAvailable: true }, async (lock, left) => {
    if (!lock) return undefined;
    isRequested = false;
    return sendInOrder({ owner, left });
  });
  if (!round) await listUnsent(owner);
  else if (isRequested && !round.isStopped) await sendUnsent(owner);
}

/** Sends the notes that were opened and that the form has left without submitting them, then what waits. */
export async function sendReleased(owner: number): Promise<void> {
  if (!isStoreAvailable() || !('locks' in navigator)) return;
  // Another tab may be sending for some time.
  await listUnsent(owner);
  // Opening a note has the same lock: its form is stored before it counts as open.
  await withLock(SENDING, {}, () => releaseOpened(owner, async ({ id }) => !(await isInForm(owner, id))));
  await sendUnsent(owner);
}

// Notes that were left before this was loaded are sent with the first call.
followLeft((formKey) => void sendLeft(formKey).catch(reportError));

async function sendLeft(formKey: string): Promise<void> {
  // Another tab reads in what was encrypted that the form has left it.
  await waitForPersistedForm(formKey);
  await sendReleased(ownerIdOf(formKey));
}

/** Looks for a note in the form of new notes: in that of this tab, or as another tab, perhaps of the last release, encrypted it. */
async function isInForm(owner: number, id: string): Promise<boolean> {
  const formKey = ownKey(owner, 'note');
  if (readNote(formKey)?.id === id) return true;
  const encrypted = await readEncryptedForm(owner, formKey);
  const earlier = encrypted?.[`local ${formKey}:capture`] as { captureId: string } | undefined;
  return encrypted?.['id'] === id || earlier?.captureId === id;
}

/**
 * Keeps a note that could not be sent, and sends it as soon as possible.
 * @param isSentBefore whether the server has an earlier version: this one stays as a draft
 * @returns false when this device cannot keep it
 */
export async function keepAndSend(
  owner: number,
  note: Omit<KeptNote, 'keptAt'>,
  isSentBefore: boolean,
): Promise<boolean> {
  const refusal = isSentBefore ? ALREADY_SENT : null;
  if (!(await keepUnsent(owner, { ...note, refusal }))) return false;
  void sendUnsent(owner).catch(reportError);
  return true;
}

/** Sends a note that was refused or opened, as it was signed. */
export async function sendAgain(owner: number, id: string): Promise<void> {
  const stored = await readUnsent(owner, id);
  const note = stored && { ...stored.note, refusal: null, status: 'waiting' as const };
  // A newer version was kept meanwhile.
  if (note && !(await replaceUnsent(owner, { ...stored, note }))) return sendAgain(owner, id);
  await announceChange(owner);
  await sendUnsent(owner);
}

interface Round {
  owner: number;
  /** Aborts it when the page is left. */
  left: AbortSignal;
}

/** Sends each note once. @returns whether it stopped before the end; it is tried again later */
async function sendInOrder(round: Round): Promise<{ isStopped: boolean }> {
  const { owner } = round;
  clearTimeout(timer);
  let changed = 0;
  let sent = 0;
  let isStopped = false;
  const waits: number[] = [];
  for (const { id, refusal } of (await listUnsent(owner)).filter(isWaiting)) {
    const outcome = await sendOne(round, id);
    if (outcome.kind === 'unpaid') {
      // Not again: at each change the other tabs send, and would get the same refusal.
      if (!refusal) await announceChange(owner);
      isStopped = true;
      break;
    }
    if (outcome.kind !== 'later' && outcome.kind !== 'unreachable') {
      if (outcome.kind !== 'refused') changed += 1;
      if (outcome.kind === 'sent') sent += 1;
      await announceChange(owner);
      continue;
    }
    waits.push(outcome.retryInMs ?? 0);
    isStopped = outcome.kind === 'unreachable';
    if (isStopped) break;
  }
  if (sent > 0) setSentCount(sent);
  if (changed > 0) {
    wait = FIRST_WAIT_MS;
    await refreshAll();
  }
  if (waits.length === 0 || !navigator.onLine) return { isStopped };
  const backoff = wait * (0.75 + Math.random() / 2);
  timer = setTimeout(() => void sendUnsent(owner).catch(reportError), Math.max(backoff, Math.min(...waits)));
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  return { isStopped };
}

/** Sends a note, then the newer version when one was kept while the first was being sent. */
async function sendOne(round: Round, id: string): Promise<Outcome> {
  const { owner, left } = round;
  left.throwIfAborted();
  const stored = await readUnsent(owner, id);
  if (!stored) return { kind: 'gone' };
  if (storedSession() === null) return { kind: 'unreachable' };
  const { note, version } = stored;
  const { body, submissionKey } = note;
  const paused = toPause(note.retry);
  if (paused) return paused;
  const capture = { ...body.capture, deviceNow: now().toISOString() };
  try {
    const request = { body: { ...body, capture }, idempotencyKey: submissionKey, signal: left };
    const answer = await api('POST /api/notes', request);
    if (answer.different) return await refuse(round, stored, ALREADY_SENT);
    const isSentBack = answer.status === 'in-progress';
    if (isSentBack) setSentBack(answer);
    if (!(await removeUnsent(owner, stored))) return await sendOne(round, id);
    return { kind: isSentBack ? 'sent_back' : 'sent' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, issues, retryAfter } = error;
    // A proxy, or a network that asks for a login, answers without a code; with 4xx perhaps only to this note.
    const isForeign = code === 'unknown';
    const isBlocked =
      isUnreachable(error) || status === 401 || code === 'rate_limited' || (isForeign && status >= 500);
    if (code === UNPAID) {
      const outcome = await refuse(round, stored, { code, message: RENEW, issues: [] });
      return outcome.kind === 'refused' ? { kind: 'unpaid' } : outcome;
    }
    if (!isBlocked && !isForeign && status !== 429 && status < 500)
      return refuse(round, stored, { code, message, issues: issues ?? [] });
    // One client's limit on guessing, or a failure with this note, does not stop the others.
    const kind = isBlocked ? 'unreachable' : 'later';
    if (retryAfter === undefined) return { kind };
    const retry = { kind, at: now().getTime() + retryAfter * 1000 } as const;
    await storeOutcome(owner, { note: { ...note, retry }, version });
    return toPause(retry) ?? { kind };
  }
}

async function refuse(round: Round, { note, version }: ReadNote, refusal: Refusal): Promise<Outcome> {
  const refused = { note: { ...note, refusal, status: 'refused' as const }, version };
  const isCurrent = await storeOutcome(round.owner, refused);
  if (isCurrent === null) return { kind: 'later' };
  return isCurrent ? { kind: 'refused' } : sendOne(round, note.id);
}

/** @returns null when the device has no space: the note is sent again later, and those after it are sent now */
async function storeOutcome(owner: number, outcome: ReadNote): Promise<boolean | null> {
  try {
    return await replaceUnsent(owner, outcome);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return null;
    throw error;
  }
}

/** How long the server asked to wait; undefined when that is over. */
function toPause(retry: KeptNote['retry']): Outcome | undefined {
  const retryInMs = (retry?.at ?? 0) - now().getTime();
  if (!retry || retryInMs <= 0 || retryInMs > LONGEST_RETRY_AFTER_MS) return undefined;
  return { kind: retry.kind, retryInMs };
}

const ALREADY_SENT: Refusal = {
  message:
    'An earlier version of this note was already sent. Edit that version in My Notes, or discard this one.',
  issues: [],
  isSent: true,
};
