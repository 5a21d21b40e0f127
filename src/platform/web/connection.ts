/** Reachability of the server, by what the browser knows and by the last request. */

import { createStore } from './store.ts';

const state = createStore(navigator.onLine);
export const useIsConnected = state.useValue;

addEventListener('online', () => state.set(true));
addEventListener('offline', () => state.set(false));

/** Records whether a request was answered. */
export const recordConnection = state.set;
