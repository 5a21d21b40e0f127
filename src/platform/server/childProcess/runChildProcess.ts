/** Runs a module in a child process with a limited heap: when it needs more, only that process ends. */

import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChildMessage, type ChildReply, fromPlainError } from './childWork.ts';

/** Larger ones only keep more garbage. */
const SEMI_SPACE_MB = 8;
/** Kept of what the process prints; V8 prints why it aborts before the stack. */
const MAX_OUTPUT = 10_000;

/** Beside this file, in the sources and in the bundle. */
const childEntry = new URL(`./childEntry${extname(import.meta.url)}`, import.meta.url);

/** The work needs more memory than its process may have. */
export class ChildProcessOutOfMemory extends Error {
  constructor() {
    super('The process has reached the limit of its memory');
    this.name = 'ChildProcessOutOfMemory';
  }
}

export interface ChildProcessRun<Message, Request = never> {
  /** Cloned for the process. */
  input: object;
  /** Limit of the old generation of V8's heap; buffers are not in it. */
  maxHeapMb: number;
  /** Kills the process. */
  signal: AbortSignal;
  /** Gives the requests of the server precedence, where the operating system allows it. */
  lowPriority?: boolean | 'lowest';
  /** Its environment variables; those of the server by default. */
  environment?: NodeJS.ProcessEnv;
  onMessage(message: Message): void;
  /** Returns the reply to a request of the process, cloned for it; an error ends the process and is thrown. */
  onRequest?(request: Request): Promise<unknown>;
}

/**
 * Runs the `work` that a module exports, and waits until its process has ended.
 * @throws its error, `ChildProcessOutOfMemory`, the reason of the signal, or an error when it did not start or ended early
 */
export async function runChildProcess<Message, Request = never>(
  module: URL,
  run: ChildProcessRun<Message, Request>,
): Promise<void> {
  const { input, signal, lowPriority = false, onMessage } = run;
  signal.throwIfAborted();
  const child = startProcess(module, run);
  const end = waitForEnd(child);
  let failure: Error | undefined;
  let isDone = false;
  const fail = (error: unknown) => {
    failure ??= error as Error;
    child.kill('SIGKILL');
  };
  child.on('message', (message: ChildMessage) => {
    try {
      if (message.type === 'message') onMessage(message.message as Message);
      else if (message.type === 'request') reply(child, run, message).catch(fail);
      else if (message.type === 'error') failure ??= fromPlainError(message.error);
      else isDone = true;
    } catch (error) {
      fail(error);
    }
  });
  if (lowPriority) lowerPriority(child, lowPriority === 'lowest');
  // Without a channel, the process could not be started.
  if (child.connected) child.send(input);
  const { code, killedBy, output } = await end;
  if (failure) throw failure;
  if (isDone) return;
  signal.throwIfAborted();
  // The kernel kills the process when the machine has no memory left.
  if (killedBy === 'SIGKILL' || output.includes('heap out of memory')) throw new ChildProcessOutOfMemory();
  const [reason = ''] = /^FATAL ERROR.*/m.exec(output) ?? [];
  throw new Error(`The process ended with ${killedBy ?? code}. ${reason}`.trim());
}

function startProcess(
  module: URL,
  run: Pick<ChildProcessRun<never>, 'maxHeapMb' | 'signal' | 'environment'>,
): ChildProcess {
  // oxlint-disable-next-line no-restricted-properties -- these are no settings
  const { maxHeapMb, signal, environment = process.env } = run;
  return fork(fileURLToPath(childEntry), [module.href], {
    execArgv: [`--max-old-space-size=${maxHeapMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`],
    // With one arena for all threads, glibc keeps less free memory.
    env: { ...environment, MALLOC_ARENA_MAX: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
}

async function reply<Request>(
  child: ChildProcess,
  { onRequest }: Pick<ChildProcessRun<never, Request>, 'onRequest'>,
  { id, request }: { id: number; request: object },
): Promise<void> {
  if (!onRequest) throw new Error('The process sent a request that is not expected');
  const message: ChildReply = { id, reply: await onRequest(request as Request) };
  if (child.connected) child.send(message);
}

interface End {
  code: number | null;
  killedBy: NodeJS.Signals | null;
  /** Last output on its error stream. */
  output: string;
}

/** Waits until a process has ended and all its messages have arrived. @throws when it could not be started */
async function waitForEnd(child: ChildProcess): Promise<End> {
  let output = '';
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (output = (output + text).slice(-MAX_OUTPUT)));
  const started = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    // Later errors, such as that of an aborted signal, are followed by the end of the process.
    child.on('error', reject);
  });
  const closed = new Promise<Omit<End, 'output'>>((resolve) =>
    child.once('close', (code, killedBy) => resolve({ code, killedBy })),
  );
  const disconnected = new Promise<void>((resolve) => child.once('disconnect', resolve));
  await started;
  await disconnected;
  return { ...(await closed), output };
}

function lowerPriority({ pid }: ChildProcess, isLowest: boolean): void {
  try {
    if (pid !== undefined)
      setPriority(pid, constants.priority[isLowest ? 'PRIORITY_LOW' : 'PRIORITY_BELOW_NORMAL']);
  } catch {
    // A server that already has a low priority may not set this one, which is higher.
  }
}
