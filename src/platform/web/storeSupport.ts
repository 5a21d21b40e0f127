import { createStore } from './store.ts';

/** Detects encryption of records (platform/web/offline/encryptedStore.ts), which needs a secure context. */
export const isStoreAvailable = (): boolean => 'indexedDB' in globalThis && crypto.subtle !== undefined;

const isBlocked = createStore(false);
/** Records whether IndexedDB could not be opened, as in a browser that blocks it. */
export const recordBlocked = isBlocked.set;
/** Returns false once it is certain that notes cannot be kept on this device. */
export const useIsStoreAvailable = (): boolean => !isBlocked.useValue() && isStoreAvailable();
