/** Notes that wait on this device for a network, in the order in which they were submitted. */
import { client } from '#platform/web/api.ts';
import { ApiError } from '#platform/web/apiError.ts';
import { now } from '#platform/web/clock.ts';
import {
  deleteRecord,
  getRecord,
  isStoreAvailable,
  LASTING,
  listRecords,
  putRecord,
} from '#platform/web/offline/sealedStore.ts';
import { refreshAll } from '#platform/web/queries.ts';
import { storedSession } from '#platform/web/session.ts';
import type { notesContract } from '#features/notes/contract.ts';
import type { NoteBody } from '#features/notes/web/submission/queries.ts';
import type { NoteValues } from '#features/notes/web/submission/noteForm.ts';
import type { NoteCapture } from './capture.ts';
import { setUnsent, type Refusal, type UnsentNote } from './unsentState.ts';

const api = client<typeof notesContract>();

/** What is sealed of a note: what is sent, and the form to open it again, without the client's code. */
interface StoredNote {
  body: NoteBody & NoteCapture;
  values: NoteValues;
  attempt: string;
  refusal: Refusal | null;
}

const SEALING_KEY = 'sealing-key';

/** Stores the key to which codes are sealed without a network. */
export const storeSealingKey = (owner: number, spki: string): Promise<void> =>
  putRecord(owner, SEALING_KEY, spki);

/** Seals the client's code, so that only the server reads it. @throws without a stored key */
async function sealCode(owner: number, content: object): Promise<string> {
  const spki = await getRecord(owner, SEALING_KEY);
  if (typeof spki !== 'string') throw new Error('This device has no key to seal a code with');
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const bytes = Uint8Array.from(atob(spki), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey('spki', bytes, algorithm, false, ['encrypt']);
  const text = new TextEncoder().encode(JSON.stringify(content));
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, text));
  return btoa(String.fromCharCode(...sealed));
}

/** Keeps a note until it can be sent. @returns false when this device cannot */
export async function keepUnsent(
  owner: number,
  note: { body: NoteBody & NoteCapture; values: NoteValues; attempt: string },
): Promise<boolean> {
  if (!isStoreAvailable()) return false;
  const { clientSignatureCode: code, ...rest } = note.body;
  const { captureId, clientId } = rest;
  try {
    // Without a signature there is no code.
    const sealed =
      code === undefined ? {} : { sealedCode: await sealCode(owner, { captureId, clientId, code }) };
    const names = await listRecords(owner, LASTING);
    const earlier = names.find((name) => name.endsWith(captureId));
    const stored: StoredNote = {
      ...note,
      body: { ...rest, ...sealed },
      values: { ...note.values, clientSignatureCode: '' },
      refusal: null,
    };
    await putRecord(owner, earlier ?? `${LASTING}${now().toISOString()} ${captureId}`, stored);
  } catch {
    // Storage is full or blocked, or there is no sealing key: the form keeps the note.
    return false;
  }
  await listUnsent(owner);
  return true;
}

/** Reads the notes that wait, and announces them to the screens. */
export async function listUnsent(owner: number): Promise<UnsentNote[]> {
  if (!isStoreAvailable()) return [];
  const notes: UnsentNote[] = [];
  for (const name of await listRecords(owner, LASTING)) {
    const stored = (await getRecord(owner, name)) as StoredNote | undefined;
    if (!stored) continue;
    const { body, values, refusal } = stored;
    notes.push({ name, capture: { captureId: body.captureId, capture: body.capture }, values, refusal });
  }
  setUnsent(notes);
  return notes;
}

/** Removes a note that waits, after it was sent or when its author discards it. */
export async function removeUnsent(owner: number, name: string): Promise<void> {
  await deleteRecord(owner, name);
  await listUnsent(owner);
}

/** Sends a refused note as it was signed, for example after a manager changed what it was refused for. */
export async function sendAgain(owner: number, name: string): Promise<void> {
  const stored = (await getRecord(owner, name)) as StoredNote | undefined;
  if (stored) await putRecord(owner, name, { ...stored, refusal: null });
  await listUnsent(owner);
  await sendUnsent(owner);
}

/** Without a network, without a session, or from a proxy whose server does not answer. */
const UNREACHABLE = [0, 401, 502, 503, 504];
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;
let wait = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what waits, in one tab at a time. */
export async function sendUnsent(owner: number): Promise<void> {
  if (!isStoreAvailable() || !('locks' in navigator)) return;
  await navigator.locks.request('send-notes', { ifAvailable: true }, async (lock) => {
    if (lock) await sendInOrder(owner);
  });
}

async function sendInOrder(owner: number): Promise<void> {
  clearTimeout(timer);
  let isSent = false;
  for (const { name, refusal } of await listUnsent(owner)) {
    if (refusal) continue;
    const outcome = await sendOne(owner, name);
    if (outcome === 'unreachable') break;
    isSent ||= outcome === 'sent';
  }
  const waiting = await listUnsent(owner);
  if (isSent) {
    wait = FIRST_WAIT_MS;
    await refreshAll();
  }
  if (!waiting.some(({ refusal }) => !refusal) || !navigator.onLine) return;
  timer = setTimeout(() => void sendUnsent(owner).catch(reportError), wait * (0.75 + Math.random() / 2));
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
}

async function sendOne(owner: number, name: string): Promise<'sent' | 'refused' | 'later' | 'unreachable'> {
  const stored = (await getRecord(owner, name)) as StoredNote | undefined;
  // Sent or discarded by another tab, or the session has ended.
  if (!stored) return 'later';
  if (storedSession() === null) return 'unreachable';
  const { body, attempt } = stored;
  const capture = { ...body.capture, deviceNow: now().toISOString() };
  try {
    const answer = await api('POST /api/notes', { body: { ...body, capture }, idempotencyKey: attempt });
    if (!answer.different) {
      await deleteRecord(owner, name);
      return 'sent';
    }
    await putRecord(owner, name, { ...stored, refusal: ALREADY_SENT });
    return 'refused';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, issues } = error;
    // A page of a proxy or of a network that asks for a login has no code.
    if (UNREACHABLE.includes(status) || code === 'unknown') return 'unreachable';
    // One client's limit on guessing, or a failure with this note, does not stop the others.
    if (status === 429 || status >= 500) return 'later';
    // Discarded meanwhile.
    if (!(await getRecord(owner, name))) return 'later';
    await putRecord(owner, name, { ...stored, refusal: { message, issues: issues ?? [] } });
    return 'refused';
  }
}

const ALREADY_SENT: Refusal = {
  message: 'An earlier version of this note was sent. Edit that one in My Notes, or throw this one away.',
  issues: [],
};
