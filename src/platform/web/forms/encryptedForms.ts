/** Forms whose values are encrypted on this device instead of stored in plain text (docs/decisions/038). */

import {
  deleteRecord,
  FORM,
  getRecord,
  getVersioned,
  putRecord,
  type Owner,
} from '#platform/web/offline/encryptedStore.ts';
import { isStoreAvailable } from '#platform/web/storeSupport.ts';
import { toastNotEncrypted } from './notEncryptedToast.ts';
import { isEncryptedForm, setEncryptedForm, writePersistedForm, type FormValues } from './persistedForm.ts';
import { PREFIX } from './plainForms.ts';

/** The writes in progress, by the key of the form. */
const writing = new Map<string, Promise<void>>();

interface OpenedForm {
  owner: Owner;
  key: string;
  /** Fields that are not taken over from plain text. */
  omit: readonly string[];
}

/**
 * Reads what is encrypted of a form; from then on `readPersistedForm` and its neighbors use that. Without a store, or when
 * it fails, values stay in the storage of the browser, and a toast shows it once.
 */
export async function openEncryptedForm({ owner, key, omit }: OpenedForm): Promise<void> {
  if (!isStoreAvailable()) return toastNotEncrypted(true);
  const name = `${FORM}${key}`;
  let stored: Awaited<ReturnType<typeof getVersioned>>;
  let before: number | undefined;
  try {
    // Reads again if this tab wrote the form in the meantime, for example after its note was sent.
    do {
      before = changeCounts.get(key);
      await writing.get(key);
      stored = await getVersioned(owner, name);
    } while (changeCounts.get(key) !== before);
  } catch {
    // The storage is blocked.
    setEncryptedForm(key, null);
    return toastNotEncrypted(true);
  }
  suspended.delete(key);
  versions.set(key, stored?.version);
  const values = new Map(Object.entries((stored?.value ?? {}) as Record<string, FormValues>));
  const own = { owner, name, values };
  const save = () => saveLatest(key, own);
  const plain = readFromStorage({ key, omit, values });
  const saved = async () => writing.get(key);
  const suspend = () => void suspended.add(key);
  setEncryptedForm(key, { values, save, saved, suspend, resume: () => resume(key, own) });
  if (plain.length === 0) return;
  save();
  await writing.get(key);
  // Only once it is encrypted: after a failure the values are there again.
  if (isEncryptedForm(key)) for (const { storage, item } of plain) storage.removeItem(item);
}

/**
 * Reads what is encrypted of a form, which another tab may have open.
 * @param part its key, or one that begins with it
 * @throws when the storage is blocked
 */
export async function readEncryptedForm(
  owner: Owner,
  key: string,
  part: string,
): Promise<FormValues | undefined> {
  const stored = await getRecord(owner, `${FORM}${key}`);
  return (stored as Record<string, FormValues> | undefined)?.[`local ${part}`];
}

/** Waits for the writes in progress. */
export async function waitForFormWrites(): Promise<void> {
  await Promise.all(writing.values());
}

interface Save {
  owner: Owner;
  name: string;
  values: Map<string, FormValues>;
}

/** The forms that changed while they were written. */
const changed = new Set<string>();
/** How often each form changed. */
const changeCounts = new Map<string, number>();

/** The version of each form that this page read or wrote last; undefined for no record. */
const versions = new Map<string, string | undefined>();
/** The forms that another tab may have, because this page was left. */
const suspended = new Set<string>();

async function resume(key: string, save: Save): Promise<boolean> {
  try {
    // A write that was cut off has no effect any more.
    await writing.get(key);
    const stored = await getVersioned(save.owner, save.name);
    if (stored?.version !== versions.get(key)) {
      changed.delete(key);
      return false;
    }
  } catch {
    // The storage is blocked since: the form of this page is the latest.
  }
  suspended.delete(key);
  if (changed.has(key)) saveLatest(key, save);
  return true;
}

/** Encrypts the values; those that change during a write are encrypted by the next one, the latest only. */
function saveLatest(key: string, save: Save): void {
  changed.add(key);
  changeCounts.set(key, (changeCounts.get(key) ?? 0) + 1);
  if (!writing.has(key)) writing.set(key, write(key, save));
}

async function write(key: string, { owner, name, values }: Save): Promise<void> {
  try {
    const mayWrite = () => !suspended.has(key);
    while (mayWrite() && changed.delete(key)) {
      if (values.size === 0) {
        await deleteRecord(owner, name);
        versions.delete(key);
        continue;
      }
      const version = await putRecord(owner, name, { value: Object.fromEntries(values), mayWrite });
      if (version === undefined) changed.add(key);
      else versions.set(key, version);
    }
  } catch {
    // Full or blocked: the values go where they were before there was an encrypted store.
    setEncryptedForm(key, null);
    const stored = [...values].map(([part, content]) => {
      const [kind = '', ...partKey] = part.split(' ');
      return writePersistedForm(partKey.join(' '), content, kind === 'session' ? 'session' : 'local');
    });
    const isStored = stored.every(Boolean);
    // After a logout there is nothing to store.
    if (values.size > 0) toastNotEncrypted(isStored);
    // The older values would be read again once those in plain text are gone.
    if (isStored) await deleteRecord(owner, name).catch(reportError);
  } finally {
    writing.delete(key);
  }
}

/** Takes over what an earlier release, or a failed store, left in plain text. @returns where it is */
function readFromStorage({ key, omit, values }: Pick<OpenedForm, 'key' | 'omit'> & Pick<Save, 'values'>) {
  const plain: { storage: Storage; item: string }[] = [];
  for (const [kind, storage] of [
    ['local', localStorage],
    ['session', sessionStorage],
  ] as const) {
    for (const item of Object.keys(storage)) {
      if (item !== PREFIX + key && !item.startsWith(`${PREFIX}${key}:`)) continue;
      plain.push({ storage, item });
      try {
        const content = JSON.parse(storage.getItem(item) ?? 'null') as FormValues | null;
        const fields = Object.entries(content ?? {}).filter(([name]) => !omit.includes(name));
        values.set(`${kind} ${item.slice(PREFIX.length)}`, Object.fromEntries(fields));
      } catch {
        // Invalid, so nothing that could be restored.
      }
    }
  }
  return plain;
}
