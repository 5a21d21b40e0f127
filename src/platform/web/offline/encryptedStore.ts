/**
 * Records in IndexedDB, each encrypted with a key of its owner that scripts can use but not read
 * (docs/decisions/038). The names of records are readable, so they must not have content of users.
 */

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { now } from '#platform/web/clock.ts';
import { recordBlocked } from '#platform/web/storeSupport.ts';

/** A user, by id. */
export type Owner = number;

interface Encrypted {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

interface OwnerState {
  key: CryptoKey;
  /** When the server last answered, in milliseconds since 1970. */
  contactAt: number;
  /** How many hours without contact the records outlive, apart from those with a lasting name. */
  hours: number;
}

interface Schema extends DBSchema {
  owners: { key: Owner; value: OwnerState };
  records: { key: [Owner, string]; value: Encrypted };
}

/** Notes that wait to be sent, which are only removed one by one. */
export const LASTING = 'unsent/';
/** Forms that are being filled in, which a logout removes and the end of a session does not. */
export const FORM = 'form/';
const DEFAULT_HOURS = 72;
const HOUR_MS = 3_600_000;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDatabase();
  // The next call tries again.
  opened.catch(() => (opened = undefined));
  return opened;
}

async function openDatabase(): Promise<IDBPDatabase<Schema>> {
  try {
    // The name that devices have it under.
    const database = await openDB<Schema>('sealed', 1, {
      upgrade(upgraded) {
        upgraded.createObjectStore('owners');
        upgraded.createObjectStore('records');
      },
      terminated: () => (opened = undefined),
      // A later release changes the database; it must not wait for this page, which the user may have left.
      blocking: (_current, _next, event) => {
        (event.target as IDBDatabase).close();
        opened = undefined;
      },
    });
    recordBlocked(false);
    return database;
  } catch (error) {
    recordBlocked(true);
    throw error;
  }
}

const algorithm = (owner: Owner, name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  // A record cannot be passed off as another one.
  additionalData: new TextEncoder().encode(`${owner}/${name}`),
});

/** The state of an owner; the first call makes the key. */
async function requireOwner(owner: Owner): Promise<OwnerState> {
  const database = await open();
  const existing = await database.get('owners', owner);
  if (existing) return existing;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const transaction = database.transaction('owners', 'readwrite');
  // Another tab may have made a key in the meantime.
  const state = (await transaction.store.get(owner)) ?? {
    key,
    contactAt: now().getTime(),
    hours: DEFAULT_HOURS,
  };
  await transaction.store.put(state, owner);
  await transaction.done;
  return state;
}

async function encrypt(owner: Owner, name: string, value: unknown): Promise<Encrypted> {
  const { key } = await requireOwner(owner);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt(algorithm(owner, name, iv), key, text) };
}

/** The version of a record, which changes at each write. */
const toVersion = ({ iv }: Encrypted): string => iv.join();

/** For what is only on this device, a transaction is complete when it is on the disk. */
const durabilityOf = (name: string) =>
  ({ durability: name.startsWith(LASTING) ? 'strict' : 'default' }) as const;

/**
 * Stores a value that JSON can express. Resolves when the transaction is complete: a request can succeed before that fails.
 * @param mayWrite asked when the value is encrypted
 * @returns the version; undefined when it was not written
 */
export async function putRecord(
  owner: Owner,
  name: string,
  { value, mayWrite = () => true }: { value: unknown; mayWrite?: () => boolean },
): Promise<string | undefined> {
  const encrypted = await encrypt(owner, name, value);
  const database = await open();
  if (!mayWrite()) return undefined;
  const transaction = database.transaction('records', 'readwrite', durabilityOf(name));
  const request = transaction.store.put(encrypted, [owner, name]);
  // A page that is left has no time to do so when the request has succeeded.
  transaction.commit();
  await Promise.all([request, transaction.done]);
  return toVersion(encrypted);
}

/**
 * Stores a value in place of the version that was read, or removes that version.
 * @param value undefined to remove it
 * @param newName the name that the record has from then on
 * @returns false when the record was written or removed in the meantime: it stays as it is
 */
export async function replaceVersion(
  owner: Owner,
  name: string,
  { version, value, newName = name }: { version: string; value: unknown; newName?: string },
): Promise<boolean> {
  const encrypted = value === undefined ? undefined : await encrypt(owner, newName, value);
  const transaction = (await open()).transaction('records', 'readwrite', durabilityOf(name));
  const current = await transaction.store.get([owner, name]);
  const isCurrent = current !== undefined && toVersion(current) === version;
  if (isCurrent && encrypted) await transaction.store.put(encrypted, [owner, newName]);
  if (isCurrent && (!encrypted || newName !== name)) await transaction.store.delete([owner, name]);
  await transaction.done;
  return isCurrent;
}

/** Reads a value with its version; undefined when there is none, or none that the key opens. */
export async function getVersioned(
  owner: Owner,
  name: string,
): Promise<{ value: unknown; version: string } | undefined> {
  const database = await open();
  const [state, record] = await Promise.all([
    database.get('owners', owner),
    database.get('records', [owner, name]),
  ]);
  if (!state || !record) return undefined;
  const value = await decrypt(state.key, algorithm(owner, name, record.iv), record.data);
  return value === undefined ? undefined : { value, version: toVersion(record) };
}

/** Reads a value; undefined when there is none, or none that the key opens. */
export const getRecord = async (owner: Owner, name: string): Promise<unknown> =>
  (await getVersioned(owner, name))?.value;

async function decrypt(key: CryptoKey, parameters: AesGcmParams, data: ArrayBuffer): Promise<unknown> {
  const text = await crypto.subtle.decrypt(parameters, key, data).catch(() => undefined);
  return text && JSON.parse(new TextDecoder().decode(text));
}

/** The names of an owner's records that begin like this, in order. */
export async function listRecords(owner: Owner, prefix: string): Promise<string[]> {
  const keys = await (await open()).getAllKeys('records', namesFrom(owner, prefix));
  return keys.map(([, name]) => name);
}

const namesFrom = (owner: Owner, prefix: string) =>
  IDBKeyRange.bound([owner, prefix], [owner, `${prefix}\uFFFF`]);

export async function deleteRecord(owner: Owner, name: string): Promise<void> {
  await (await open()).delete('records', [owner, name]);
}

/** Changes the state of an owner. */
async function changeOwner(owner: Owner, change: Partial<OwnerState>): Promise<void> {
  await requireOwner(owner);
  const transaction = (await open()).transaction('owners', 'readwrite');
  const state = await transaction.store.get(owner);
  // Another tab may have removed the key in the meantime.
  if (state) await transaction.store.put({ ...state, ...change }, owner);
  await transaction.done;
}

/** Records that the server answered. */
export const recordContact = (owner: Owner): Promise<void> =>
  changeOwner(owner, { contactAt: now().getTime() });

/** Stores how many hours without contact the business allows. */
export const storeHours = (owner: Owner, hours: number): Promise<void> => changeOwner(owner, { hours });

/** Removes an owner's records apart from lasting ones; without any of those, the key as well. */
export async function wipeOwner(owner: Owner, lastingNames = [LASTING, FORM]): Promise<void> {
  const transaction = (await open()).transaction(['owners', 'records'], 'readwrite');
  const records = transaction.objectStore('records');
  const keys = await records.getAllKeys(namesFrom(owner, ''));
  const lasting = keys.filter(([, name]) => lastingNames.some((start) => name.startsWith(start)));
  for (const key of keys) if (!lasting.includes(key)) await records.delete(key);
  if (lasting.length === 0) await transaction.objectStore('owners').delete(owner);
  await transaction.done;
}

/** Wipes what has outlived its time, and the records of every owner but this one. */
export async function wipeStale(current: Owner | null): Promise<void> {
  const database = await open();
  for (const owner of await database.getAllKeys('owners')) {
    const state = await database.get('owners', owner);
    const isStale = !state || Math.abs(now().getTime() - state.contactAt) > state.hours * HOUR_MS;
    if (owner !== current || isStale) await wipeOwner(owner);
  }
}
