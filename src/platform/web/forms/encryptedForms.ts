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
import { setEncryptedForm, type EncryptedForm } from './persistedForm.ts';
import type { FormStore, FormValues } from './plainForms.ts';

/** The writes in progress, by the key of the form. */
const writing = new Map<string, Promise<void>>();

interface OpenedForm {
  owner: Owner;
  key: string;
  /** Where it is in plain text: left by an earlier release, or because it could not be encrypted. */
  toPlainStore: (key: string) => FormStore;
}

/**
 * Reads what is encrypted of a form; from then on `readPersistedForm` and its neighbors use that. Without a store, or when
 * it fails, values stay in the storage of the browser, and a toast shows it once.
 */
export async function openEncryptedForm({ owner, key, toPlainStore }: OpenedForm): Promise<void> {
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
  const plain = toPlainStore(key);
  const left = plain.read();
  const form: EncryptedForm = {
    values: left ?? (stored?.value as FormValues | undefined) ?? null,
    isStored: left === null,
    save: () => saveLatest(key, own),
    saved: async () => writing.get(key),
    suspend: () => void suspended.add(key),
    resume: () => resume(key, own),
  };
  const own = { owner, name, form, plain };
  setEncryptedForm(key, form);
  if (form.isStored) return;
  form.save();
  await writing.get(key);
}

/** Reads what is encrypted of a form, which another tab may have open. @throws when the storage is blocked */
export const readEncryptedForm = (owner: Owner, key: string): Promise<FormValues | undefined> =>
  getRecord(owner, `${FORM}${key}`) as Promise<FormValues | undefined>;

/** Waits for the writes in progress. */
export async function waitForFormWrites(): Promise<void> {
  await Promise.all(writing.values());
}

interface Save {
  owner: Owner;
  name: string;
  form: EncryptedForm;
  plain: FormStore;
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

async function write(key: string, { owner, name, form, plain }: Save): Promise<void> {
  try {
    const mayWrite = () => !suspended.has(key);
    while (mayWrite() && changed.delete(key)) {
      const { values } = form;
      const version = values ? await putRecord(owner, name, { value: values, mayWrite }) : undefined;
      if (!values) await deleteRecord(owner, name);
      else if (version === undefined) {
        changed.add(key);
        continue;
      }
      versions.set(key, version);
      // Only once it is encrypted.
      if (!form.isStored) plain.clear();
      form.isStored = true;
    }
  } catch {
    // Full or blocked: without space in plain text either, it stays in memory, and a later change tries again.
    form.isStored = form.values === null || plain.write(form.values);
    // After a logout there is nothing to store.
    if (form.values) toastNotEncrypted(form.isStored);
    if (!form.isStored) return;
    setEncryptedForm(key, null);
    // The older values would be read again once those in plain text are gone.
    await deleteRecord(owner, name).catch(reportError);
  } finally {
    writing.delete(key);
  }
}
