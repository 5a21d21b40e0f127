/** Whether this browser can seal records (platform/web/offline/sealedStore.ts): encryption needs a secure context. */
export const isStoreAvailable = (): boolean => 'indexedDB' in globalThis && crypto.subtle !== undefined;
