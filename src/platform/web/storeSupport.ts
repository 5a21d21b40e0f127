import { createStore } from './store.ts';

/** Whether this browser can encrypt records (platform/web/offline/encryptedStore.ts): encryption needs a secure context. */
export const isStoreAvailable = (): boolean => 'indexedDB' in globalThis && crypto.subtle !== undefined;

const isBlocked = createStore(false);
/** Records whether IndexedDB could not be opened, as in a browser that blocks it. */
export const recordBlocked = isBlocked.set;
/** Whether notes can be kept on this device, as far as it is known. */
export const useIsStoreAvailable = (): boolean => !isBlocked.useValue() && isStoreAvailable();
