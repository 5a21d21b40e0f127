/** Registers the service worker, which keeps the files of the app (docs/decisions/038). */
import { Workbox } from 'workbox-window';
import { announceUpdate } from './release.ts';

/** Registers the worker. The page works without it, so a failure is left to the next visit. */
export async function registerWorker(): Promise<void> {
  // Workers need a secure context.
  if (!('serviceWorker' in navigator)) return;
  const worker = new Workbox('/worker.js');
  worker.addEventListener('waiting', announceUpdate);
  await worker.register({ immediate: true }).catch(() => undefined);
}
