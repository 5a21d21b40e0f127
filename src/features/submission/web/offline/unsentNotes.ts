/** Notes that wait on this device for a network, in the order in which they were submitted. */

import { now } from '#platform/web/clock.ts';
import { withLock } from '#platform/web/locks.ts';
import {
  deleteRecord,
  getVersioned,
  LASTING,
  listRecords,
  putRecord,
  replaceVersion,
} from '#platform/web/offline/encryptedStore.ts';
import { isStoreAvailable } from '#platform/web/storeSupport.ts';
import type { NoteCapture } from '#features/submission/web/entry/capture.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import {
  addDiscarded,
  setUnsent,
  type Refusal,
  type UnsentNote,
} from '#features/submission/web/entry/unsentState.ts';
import type { NoteBody } from '#features/submission/web/queries.ts';
import { sealCode } from './sealCode.ts';

/** What is encrypted of a note: what is sent, and the form to open it again, without the client's code. */
export interface StoredNote {
  body: NoteBody & NoteCapture;
  values: NoteValues;
  attempt: string;
  refusal: Refusal | null;
  /** Whether it is open in the form: it is not sent until it is submitted there or sent as it was signed. */
  isOpen?: boolean;
  /** When the server asked to try again, in milliseconds since 1970; whether the notes after it wait as well. */
  retry?: { at: number; kind: 'later' | 'unreachable' };
}

/** A note as it was read; a newer version may be kept while it is sent. */
export interface ReadNote {
  note: StoredNote;
  version: string;
}

/** Reads a note that waits; undefined when it was sent or discarded. */
export async function readUnsent(owner: number, name: string): Promise<ReadNote | undefined> {
  const stored = await getVersioned(owner, name);
  return stored && { note: stored.value as StoredNote, version: stored.version };
}

/** Stores a note in place of the version that was read. @returns false when that was replaced or removed */
export const replaceUnsent = (owner: number, name: string, { note, version }: ReadNote): Promise<boolean> =>
  replaceVersion(owner, name, { value: note, version });

/** Keeps a note until it can be sent. @returns false when this device cannot */
export async function keepUnsent(
  owner: number,
  note: Pick<StoredNote, 'body' | 'values' | 'attempt' | 'refusal'>,
): Promise<boolean> {
  if (!isStoreAvailable()) return false;
  const { clientSignatureCode: code, ...rest } = note.body;
  const { captureId, clientId } = rest;
  try {
    // Without a signature of the client there is no code.
    const sealed = code === undefined ? {} : { sealedCode: await sealCode({ captureId, clientId, code }) };
    const names = await listRecords(owner, LASTING);
    const earlier = names.find((name) => name.endsWith(captureId));
    const stored: StoredNote = {
      ...note,
      // A network that does not answer counts as none.
      body: { ...rest, ...sealed, capture: { ...rest.capture, offline: true } },
      values: { ...note.values, clientSignatureCode: '' },
    };
    // Asks the browser not to delete it when storage gets scarce; some ask the user.
    void navigator.storage.persist().catch(reportError);
    await putRecord(owner, earlier ?? toName(names, captureId), { value: stored });
  } catch {
    // Storage is full or blocked, or there is no sealing key: the form keeps the note.
    return false;
  }
  await announceChange(owner);
  return true;
}

/** A name after those of the notes that wait, also when the clock was set back since. */
function toName(names: readonly string[], captureId: string): string {
  const [last = ''] = (names.at(-1) ?? '').slice(LASTING.length).split(' ');
  const at = new Date(Math.max(now().getTime(), (Date.parse(last) || 0) + 1));
  return `${LASTING}${at.toISOString()} ${captureId}`;
}

/** Reads the notes that wait, and announces them to the screens. */
export async function listUnsent(owner: number): Promise<UnsentNote[]> {
  if (!isStoreAvailable()) return [];
  const notes: UnsentNote[] = [];
  for (const name of await listRecords(owner, LASTING)) {
    const stored = await readUnsent(owner, name);
    if (!stored) continue;
    const { values, refusal, isOpen = false } = stored.note;
    notes.push({ name, values, refusal, isOpen });
  }
  setUnsent(notes);
  return notes;
}

/**
 * A message is sent to the other tabs of this browser when the notes have changed, with the name of one that was discarded.
 * It stays open in the back/forward cache: a browser drops a page there that has missed a message, and loads it again.
 */
const channel = new BroadcastChannel('unsent-notes');
channel.addEventListener(
  'message',
  ({ data }: MessageEvent<string | null>) => data !== null && addDiscarded(data),
);

/** Calls back when another tab has changed the notes. */
export const followOtherTabs = (onChange: () => void): void => channel.addEventListener('message', onChange);

/** Reads the notes again, here and in other tabs. */
export async function announceChange(owner: number): Promise<void> {
  channel.postMessage(null);
  await listUnsent(owner);
}

/** Discards a note, also for the screens of other tabs. */
export async function discardNote(owner: number, name: string): Promise<void> {
  await deleteRecord(owner, name);
  channel.postMessage(name);
}

/** Removes a note that was open in the form, once it was sent from there. */
export async function removeSubmitted(owner: number, captureId: string): Promise<void> {
  if (!isStoreAvailable()) return;
  const name = (await listRecords(owner, LASTING)).find((one) => one.endsWith(captureId));
  if (name === undefined) return;
  await deleteRecord(owner, name);
  await announceChange(owner);
}

/**
 * Lets opened notes be sent as they were signed.
 * @param isLeft false for a note that is still open in the form; by default the form is gone
 */
export async function releaseOpened(
  owner: number,
  isLeft: (note: StoredNote) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  if (!isStoreAvailable()) return;
  let isChanged = false;
  for (const name of await listRecords(owner, LASTING)) {
    const stored = await readUnsent(owner, name);
    if (!stored?.note.isOpen || !(await isLeft(stored.note))) continue;
    await replaceUnsent(owner, name, { ...stored, note: { ...stored.note, isOpen: false } });
    isChanged = true;
  }
  await (isChanged ? announceChange(owner) : listUnsent(owner));
}

/** The Web Lock of the tab that sends. */
export const SENDING = 'send-notes';
/** How long opening or discarding a note waits for one that is being sent. */
const SENDING_MS = 5_000;

/**
 * Changes a note that waits, while no tab sends.
 * @param change false when it could not be made
 * @returns 'sent' when the note was no longer there, 'busy' when notes are still being sent
 */
export async function changeUnsent(
  owner: number,
  name: string,
  change: (stored: ReadNote) => Promise<boolean>,
): Promise<'changed' | 'sent' | 'busy' | 'failed'> {
  const take = async () => {
    const stored = await readUnsent(owner, name);
    if (!stored) return 'sent';
    return (await change(stored)) ? 'changed' : 'failed';
  };
  const options = { signal: AbortSignal.timeout(SENDING_MS) };
  const outcome = await withLock(SENDING, options, take).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'busy' as const;
    throw error;
  });
  await announceChange(owner);
  return outcome;
}
