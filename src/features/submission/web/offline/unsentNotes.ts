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
import type { KeptNote } from '#features/submission/web/entry/noteRecord.ts';
import { addDiscarded, setUnsent } from '#features/submission/web/entry/unsentState.ts';
import { toKeptNote, type EarlierKept } from './earlierKept.ts';
import { sealCode } from './sealCode.ts';

/** A note as it was read; a newer version may be kept while it is sent. */
export interface ReadNote {
  note: KeptNote;
  version: string;
}

const toName = (id: string) => `${LASTING}${id}`;

/** Reads a note that waits; undefined when it was sent or discarded. */
export async function readUnsent(owner: number, id: string): Promise<ReadNote | undefined> {
  const stored = await getVersioned(owner, toName(id));
  return stored && { note: stored.value as KeptNote, version: stored.version };
}

/** Stores a note in place of the version that was read. @returns false when that was replaced or removed */
export const replaceUnsent = (owner: number, { note, version }: ReadNote): Promise<boolean> =>
  replaceVersion(owner, toName(note.id), { value: note, version });

/** Removes the version that was read. @returns false when that was replaced or removed */
export const removeUnsent = (owner: number, { note, version }: ReadNote): Promise<boolean> =>
  replaceVersion(owner, toName(note.id), { value: undefined, version });

/** Keeps a note until it can be sent. @returns false when this device cannot */
export async function keepUnsent(owner: number, note: Omit<KeptNote, 'keptAt'>): Promise<boolean> {
  if (!isStoreAvailable()) return false;
  const { clientSignatureCode: code, ...rest } = note.body;
  const { captureId, clientId } = rest;
  try {
    // Without a signature of the client there is no code.
    const sealed = code === undefined ? rest.sealedCode : await sealCode({ captureId, clientId, code });
    const others = await readAll(owner);
    const earlier = others.find((other) => other.note.id === note.id);
    const record: KeptNote = {
      ...note,
      // A network that does not answer counts as none.
      body: { ...rest, ...(sealed && { sealedCode: sealed }), capture: { ...rest.capture, offline: true } },
      signatures: {
        ...note.signatures,
        sealedCode: sealed === undefined ? null : { clientId: String(clientId), text: sealed },
      },
      receipt: note.receipt && { ...note.receipt, seenBy: clientId },
      status: toUnsentStatus(note),
      isKept: true,
      keptAt: earlier?.note.keptAt ?? toKeptAt(others.at(-1)),
    };
    // Asks the browser not to delete it when storage gets scarce; some ask the user.
    void navigator.storage.persist().catch(reportError);
    await putRecord(owner, toName(note.id), { value: record });
  } catch {
    // Storage is full or blocked, or there is no sealing key: the form keeps the note.
    return false;
  }
  await announceChange(owner);
  return true;
}

const toUnsentStatus = ({ refusal }: Pick<KeptNote, 'refusal'>) => (refusal ? 'refused' : 'waiting');

/** After the last of the notes that wait, also when the clock was set back since. */
const toKeptAt = (last: ReadNote | undefined): string =>
  new Date(Math.max(now().getTime(), (Date.parse(last?.note.keptAt ?? '') || 0) + 1)).toISOString();

/** Reads the notes that wait, in their order; those of the last release get the name and the form of this one. */
async function readAll(owner: number): Promise<ReadNote[]> {
  const notes: ReadNote[] = [];
  for (const name of await listRecords(owner, LASTING)) {
    const stored = await getVersioned(owner, name);
    if (!stored) continue;
    const { value, version } = stored;
    const [keptAt = '', id] = name.slice(LASTING.length).split(' ');
    if (id === undefined) notes.push({ note: value as KeptNote, version });
    else {
      const note = toKeptNote(value as EarlierKept, keptAt);
      notes.push({ note, version });
      // Without space for it, it waits until the next time.
      await replaceVersion(owner, name, { version, value: note, newName: toName(id) }).catch(reportError);
    }
  }
  return notes.toSorted((one, other) => (one.note.keptAt < other.note.keptAt ? -1 : 1));
}

/** Reads the notes that wait, and announces them to the screens. */
export async function listUnsent(owner: number): Promise<KeptNote[]> {
  if (!isStoreAvailable()) return [];
  const notes = (await readAll(owner)).map(({ note }) => note);
  setUnsent(notes);
  return notes;
}

/**
 * A message is sent to the other tabs of this browser when the notes have changed, with the id of one that was discarded.
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
export async function discardNote(owner: number, id: string): Promise<void> {
  await deleteRecord(owner, toName(id));
  channel.postMessage(id);
}

/** Removes a note that was open in the form, once it was sent from there. */
export async function removeSubmitted(owner: number, id: string): Promise<void> {
  if (!isStoreAvailable()) return;
  await deleteRecord(owner, toName(id));
  await announceChange(owner);
}

/**
 * Lets opened notes be sent as they were signed.
 * @param isLeft false for a note that is still open in the form; by default the form is gone
 */
export async function releaseOpened(
  owner: number,
  isLeft: (note: KeptNote) => Promise<boolean> = () => Promise.resolve(true),
): Promise<void> {
  if (!isStoreAvailable()) return;
  let isChanged = false;
  for (const { note, version } of await readAll(owner)) {
    if (note.status !== 'editing' || !(await isLeft(note))) continue;
    await replaceUnsent(owner, { note: { ...note, status: toUnsentStatus(note) }, version });
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
  id: string,
  change: (stored: ReadNote) => Promise<boolean>,
): Promise<'changed' | 'sent' | 'busy' | 'failed'> {
  const take = async () => {
    const stored = await readUnsent(owner, id);
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
