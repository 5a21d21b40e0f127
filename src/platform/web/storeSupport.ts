/** Whether this browser can encrypt records (platform/web/offline/encryptedStore.ts): encryption needs a secure context. */
export const isStoreAvailable = (): boolean => 'indexedDB' in globalThis && crypto.subtle !== undefined;
