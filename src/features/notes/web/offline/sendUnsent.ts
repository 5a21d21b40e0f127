/** Sends the notes that wait on this device, in order and in one tab at a time. */
import { client } from '#platform/web/api.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { now } from '#platform/web/clock.ts';
import {
  deleteRecord,
  getRecord,
  isStoreAvailable,
  replaceRecord,
} from '#platform/web/offline/sealedStore.ts';
import { refreshAll } from '#platform/web/queries.ts';
import { storedSession } from '#platform/web/session.ts';
import type { notesContract } from '#features/notes/contract.ts';
import { announceChange, listUnsent, SENDING, type StoredNote } from './unsentNotes.ts';
import { setSentBack, type Refusal } from './unsentState.ts';

const api = client<typeof notesContract>();

/** Without a network, without a session, or from a proxy whose server does not answer. */
const UNREACHABLE = [0, 401, 502, 503, 504];
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** A later time is that of a clock which was changed. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
/** The business has no subscription: notes are refused until it has one, and the first is tried again. */
const UNPAID = 'subscription_required';
const RENEW =
  'Your business has no active subscription. Ask an admin to renew it. This note stays on this phone and is sent after that.';
let wait = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** What became of a note; 'later' and 'refused' do not stop the notes after it. */
interface Outcome {
  kind: 'sent' | 'refused' | 'later' | 'unpaid' | 'unreachable';
  /** How long the server asked to wait. */
  retryInMs?: number;
}

/** Sends what waits, in one tab at a time. */
export async function sendUnsent(owner: number): Promise<void> {
  if (!isStoreAvailable() || !('locks' in navigator)) return;
  await navigator.locks.request(SENDING, { ifAvailable: true }, async (lock) => {
    if (lock) await sendInOrder(owner);
    else await listUnsent(owner);
  });
}

/** Sends a note that was refused or opened, as it was signed. */
export async function sendAgain(owner: number, name: string): Promise<void> {
  const stored = (await getRecord(owner, name)) as StoredNote | undefined;
  if (stored) await replaceRecord(owner, name, { ...stored, refusal: null, isOpen: false });
  await announceChange(owner);
  await sendUnsent(owner);
}

async function sendInOrder(owner: number): Promise<void> {
  clearTimeout(timer);
  let isSent = false;
  const waits: number[] = [];
  for (const { name, refusal, isOpen } of await listUnsent(owner)) {
    if (isOpen || (refusal && refusal.code !== UNPAID)) continue;
    const outcome = await sendOne(owner, name);
    if (outcome.kind === 'unpaid') {
      await announceChange(owner);
      break;
    }
    if (outcome.kind === 'sent' || outcome.kind === 'refused') {
      isSent ||= outcome.kind === 'sent';
      await announceChange(owner);
      continue;
    }
    waits.push(outcome.retryInMs ?? 0);
    if (outcome.kind === 'unreachable') break;
  }
  if (isSent) {
    wait = FIRST_WAIT_MS;
    await refreshAll();
  }
  if (waits.length === 0 || !navigator.onLine) return;
  const backoff = wait * (0.75 + Math.random() / 2);
  timer = setTimeout(() => void sendUnsent(owner).catch(reportError), Math.max(backoff, Math.min(...waits)));
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
}

async function sendOne(owner: number, name: string): Promise<Outcome> {
  const stored = (await getRecord(owner, name)) as StoredNote | undefined;
  // Sent, opened or discarded in another tab.
  if (!stored) return { kind: 'sent' };
  if (storedSession() === null) return { kind: 'unreachable' };
  const { body, attempt } = stored;
  const paused = toPause(stored.retry);
  if (paused) return paused;
  const capture = { ...body.capture, deviceNow: now().toISOString() };
  try {
    const answer = await api('POST /api/notes', { body: { ...body, capture }, idempotencyKey: attempt });
    if (answer.different) return await refuse(owner, name, { ...stored, refusal: ALREADY_SENT });
    await deleteRecord(owner, name);
    if (answer.status === 'in-progress') setSentBack(answer);
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, issues, retryAfter } = error;
    const isUnreachable = UNREACHABLE.includes(status) || code === 'unknown' || code === 'rate_limited';
    if (code === UNPAID) {
      await replaceRecord(owner, name, { ...stored, refusal: { code, message: RENEW, issues: [] } });
      return { kind: 'unpaid' };
    }
    if (!isUnreachable && status !== 429 && status < 500)
      return refuse(owner, name, { ...stored, refusal: { code, message, issues: issues ?? [] } });
    // A page of a proxy or of a network that asks for a login has no code. One client's limit on guessing, or a
    // failure with this note, does not stop the others.
    const kind = isUnreachable ? 'unreachable' : 'later';
    if (retryAfter === undefined) return { kind };
    const retry = { kind, at: now().getTime() + retryAfter * 1000 } as const;
    await replaceRecord(owner, name, { ...stored, retry });
    return toPause(retry) ?? { kind };
  }
}

async function refuse(owner: number, name: string, note: StoredNote): Promise<Outcome> {
  await replaceRecord(owner, name, note);
  return { kind: 'refused' };
}

/** How long the server asked to wait; undefined when that is over. */
function toPause(retry: StoredNote['retry']): Outcome | undefined {
  const retryInMs = (retry?.at ?? 0) - now().getTime();
  if (!retry || retryInMs <= 0 || retryInMs > LONGEST_RETRY_AFTER_MS) return undefined;
  return { kind: retry.kind, retryInMs };
}

const ALREADY_SENT: Refusal = {
  message:
    'An earlier version of this note was already sent. Edit that version in My Notes, or throw this one away.',
  issues: [],
  isSent: true,
};
