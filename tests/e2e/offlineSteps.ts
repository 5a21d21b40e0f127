/** Steps of browser tests without a network. */
import { expect, type Page } from '@playwright/test';

/** Waits until the worker has stored the files of the app. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** The names of the sealed records of all users; without a database, none. */
export const sealedNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'sealed')) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('sealed');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    });
    const names = await new Promise<string[]>((resolve, reject) => {
      const request = database.transaction('records').objectStore('records').getAllKeys();
      request.addEventListener('success', () => resolve((request.result as [number, string][]).map(String)));
      request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
    });
    database.close();
    return names;
  });

/** The sealed records whose names begin like this, with the value that changes at each write. */
export const readSealed = (page: Page, prefix: string): Promise<string> =>
  page.evaluate(async (start) => {
    // Opening it before the app does would make it without its stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'sealed')) return '';
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('sealed');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    });
    const records = await new Promise<string>((resolve, reject) => {
      const lines: string[] = [];
      const request = database.transaction('records').objectStore('records').openCursor();
      request.addEventListener('error', () => reject(request.error ?? new Error('not read')));
      request.addEventListener('success', () => {
        const cursor = request.result;
        if (!cursor) return resolve(lines.join('\n'));
        const [, name] = cursor.key as [number, string];
        if (name.startsWith(start))
          lines.push(`${name} ${(cursor.value as { iv: Uint8Array }).iv.join(' ')}`);
        cursor.continue();
      });
    });
    database.close();
    return records;
  }, prefix);

/** Removes the sealed forms of all users, as they are when their author has emptied them. */
export const removeSealedForms = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('sealed');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    });
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction('records', 'readwrite');
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('error', () => reject(transaction.error ?? new Error('not removed')));
      const records = transaction.objectStore('records');
      const request = records.getAllKeys();
      request.addEventListener('success', () => {
        for (const key of request.result as [number, string][])
          if (key[1].startsWith('form/')) records.delete(key);
      });
    });
    database.close();
  });

/** Waits until what was typed in the note form is sealed: until its record no longer changes. */
export async function waitForSealedForm(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(async () => {
      const last = before;
      before = await readSealed(page, 'form/');
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
