/** Registers the service worker, which keeps the files of the app (docs/decisions/038). */

import { Workbox } from 'workbox-window';
import { announceUpdate } from './release.ts';

/** Registers the worker. @returns false when the browser refuses; the page works without it */
export async function registerWorker(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const worker = new Workbox('/worker.js');
  worker.addEventListener('waiting', announceUpdate);
  return worker.register({ immediate: true }).then(Boolean, () => false);
}
