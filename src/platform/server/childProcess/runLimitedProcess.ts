/** Runs work on files of users in a child process of limited memory and time, without the secrets of the server. */

import { ChildProcessOutOfMemory, runChildProcess, type ChildProcessRun } from './runChildProcess.ts';

const MAX_HEAP_MB = 160;
/** For a file of a user; the start of the process included. */
const LIMIT_MS = 10_000;

/** Not the keys and passwords of the server. */
const ENVIRONMENT = ['NODE_COMPILE_CACHE', 'PATH', 'SystemRoot', 'TMPDIR', 'TZ'];

/** The work needs more memory or time than its process may have. */
export class ProcessOverLimit extends Error {
  constructor(cause: unknown) {
    super('The process has reached a limit', { cause });
    this.name = 'ProcessOverLimit';
  }
}

/** As `runChildProcess`. @param limitMs of our own work, which takes longer on a busy machine only @throws ProcessOverLimit */
export async function runLimitedProcess<Message, Request>(
  module: URL,
  run: Pick<ChildProcessRun<Message, Request>, 'input' | 'onMessage' | 'onRequest'>,
  limitMs = LIMIT_MS,
): Promise<void> {
  try {
    await runChildProcess<Message, Request>(module, {
      ...run,
      maxHeapMb: MAX_HEAP_MB,
      signal: AbortSignal.timeout(limitMs),
      // oxlint-disable-next-line no-restricted-properties -- these are no settings
      environment: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    });
  } catch (error) {
    throw isOverLimit(error) ? new ProcessOverLimit(error) : error;
  }
}

const isOverLimit = (error: unknown): boolean =>
  error instanceof ChildProcessOutOfMemory ||
  (error instanceof DOMException && error.name === 'TimeoutError');
