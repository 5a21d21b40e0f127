/** Steps of browser tests without a network. */
import type { Page } from '@playwright/test';

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
