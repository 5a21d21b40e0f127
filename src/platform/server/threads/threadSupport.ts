/** For the modules that run in a thread (runThread.ts). */
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** Gives the requests of the server precedence. */
export function lowerPriority(): void {
  // On Linux this is about the thread; elsewhere it would slow down the whole server.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Sends a message to `runThread`. */
export const postToServer = (message: object): void => parentPort?.postMessage(message);
