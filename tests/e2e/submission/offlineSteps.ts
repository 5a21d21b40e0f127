/** Steps of browser tests without a network. */

import { expect, type Page } from '@playwright/test';

/** Waits until the worker has stored the files of the app. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Waits until the device has the public key to seal codes with. */
export const waitForSealingKey = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('sealing-key'))).not.toBeNull();

/** The answers without which a visit cannot be written without a network. */
const VISIT_ANSWERS = ['/api/clients', '/api/business-services'];
const STORE_TIMEOUT_MS = 20_000;

/**
 * Waits until the device has all that a visit without a network needs.
 * @throws an error that names what it does not have after 20 seconds
 */
export async function waitForVisitRecords(page: Page): Promise<void> {
  let missing: string[] = [];
  const listMissing = async () => {
    const names = await encryptedNames(page);
    const { hasWorker, hasKey } = await page.evaluate(async () => ({
      hasWorker: (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
      hasKey: localStorage.getItem('sealing-key') !== null,
    }));
    missing = [
      ...(hasWorker ? [] : ['an active service worker']),
      ...(hasKey ? [] : ['the public key for codes']),
      ...VISIT_ANSWERS.filter((answer) => !names.some((name) => name.includes(answer))),
    ];
    return missing;
  };
  await expect
    .poll(listMissing, { timeout: STORE_TIMEOUT_MS })
    .toEqual([])
    .catch(() => {
      throw new Error(`The device has not stored ${missing.join(', ')}`);
    });
}

type Entry = [key: IDBValidKey, value: unknown];

/** The entries of a store of encrypted records, of all users; none without a database. */
const readEntries = (page: Page, store: 'owners' | 'records'): Promise<Entry[]> =>
  page.evaluate(async (name) => {
    // Opening it before the app does would make it without its stores.
    if (!(await indexedDB.databases()).some((one) => one.name === 'sealed')) return [];
    const finish = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    const database = await finish(indexedDB.open('sealed'));
    const objects = database.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([finish(objects.getAllKeys()), finish(objects.getAll())]);
    database.close();
    return keys.map((key, index): Entry => [key, values[index]]);
  }, store);

/** The names of the encrypted records of all users, each after the id of its user. */
export const encryptedNames = async (page: Page): Promise<string[]> =>
  (await readEntries(page, 'records')).map(([key]) => (key as [number, string]).join(','));

/** The names of the notes that wait to be sent. */
export const keptNames = async (page: Page): Promise<string[]> =>
  (await encryptedNames(page)).filter((name) => name.includes('unsent/'));

/** How many hours without contact the records of each user stay. */
export const readOfflineHours = async (page: Page): Promise<number[]> =>
  (await readEntries(page, 'owners')).map(([, owner]) => (owner as { hours: number }).hours);

/** The encrypted records whose names begin like this, with the value that changes at each write. */
export async function readEncrypted(page: Page, prefix: string): Promise<string> {
  const entries = (await readEntries(page, 'records')) as [[number, string], { iv: object }][];
  return entries
    .filter(([[, name]]) => name.startsWith(prefix))
    .map(([[, name], { iv }]) => `${name} ${Object.values(iv).join(' ')}`)
    .join('\n');
}

/** Tries to read and export the key of each user with a script. */
export const readKeys = (page: Page): Promise<{ isExtractable: boolean; isExported: boolean }[]> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some((one) => one.name === 'sealed')) return [];
    const finish = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    const database = await finish(indexedDB.open('sealed'));
    const owners = (await finish(database.transaction('owners').objectStore('owners').getAll())) as {
      key: CryptoKey;
    }[];
    database.close();
    return Promise.all(
      owners.map(async ({ key }) => ({
        isExtractable: key.extractable,
        isExported: await crypto.subtle.exportKey('jwk', key).then(
          () => true,
          () => false,
        ),
      })),
    );
  });

/** The records of all users as a script of this origin decrypts them, in one text. */
export const decryptRecords = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const finish = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    const database = await finish(indexedDB.open('sealed'));
    const transaction = database.transaction(['owners', 'records']);
    const [owners, records] = [transaction.objectStore('owners'), transaction.objectStore('records')];
    const [names, values, users, states] = (await Promise.all([
      finish(records.getAllKeys()),
      finish(records.getAll()),
      finish(owners.getAllKeys()),
      finish(owners.getAll()),
    ])) as [
      [number, string][],
      { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }[],
      number[],
      { key: CryptoKey }[],
    ];
    database.close();
    const texts = names.map(async ([owner, name], index) => {
      const [record, state] = [values[index], states[users.indexOf(owner)]];
      if (!record || !state) throw new Error(`${name} has no key`);
      const additionalData = new TextEncoder().encode(`${owner}/${name}`);
      const algorithm = { name: 'AES-GCM', iv: record.iv, additionalData };
      return `${name} ${new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, state.key, record.data))}`;
    });
    return (await Promise.all(texts)).join('\n');
  });

/** Encrypts a record with the key of its user, as the app does. */
export const writeRecord = (
  page: Page,
  owner: number,
  record: { name: string; value: object },
): Promise<void> =>
  page.evaluate(
    async ({ id, name, value }) => {
      const finish = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('not written')));
        });
      const database = await finish(indexedDB.open('sealed'));
      const states = database.transaction('owners').objectStore('owners');
      const { key } = (await finish(states.get(id))) as { key: CryptoKey };
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const additionalData = new TextEncoder().encode(`${id}/${name}`);
      const text = new TextEncoder().encode(JSON.stringify(value));
      const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, text);
      const records = database.transaction('records', 'readwrite').objectStore('records');
      await finish(records.put({ iv, data }, [id, name]));
      database.close();
    },
    { id: owner, ...record },
  );

/** Removes the encrypted forms of all users, as they are when their author has emptied them. */
export const removeEncryptedForms = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('sealed');
        const fail = () => reject(opening.error ?? new Error('not removed'));
        opening.addEventListener('error', fail);
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('records', 'readwrite');
          transaction.addEventListener('error', fail);
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
          const records = transaction.objectStore('records');
          const keys = records.getAllKeys();
          keys.addEventListener('success', () => {
            for (const key of keys.result as [number, string][])
              if (key[1].startsWith('form/')) records.delete(key);
          });
        });
      }),
  );

/** Waits until what was typed in the note form is encrypted: until its record no longer changes. */
export async function waitForEncryptedForm(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(async () => {
      const last = before;
      before = await readEncrypted(page, 'form/');
      return before !== '' && before === last;
    })
    .toBe(true);
}

/** Everything that this origin has stored in the browser, as text; bytes are read as Latin-1. */
export const readStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    const toText = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (typeof value !== 'object' || value === null) return String(value);
      return Object.entries(value)
        .map(([key, part]) => `${key}=${toText(part)}`)
        .join(' ');
    };
    const finish = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finish(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        texts.push(toText(await finish(objects.getAllKeys())));
        texts.push(toText(await finish(database.transaction(store).objectStore(store).getAll())));
      }
      database.close();
    }
    return texts.join('\n');
  });
