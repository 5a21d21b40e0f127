/** Runs a module in a thread of its own with a limited heap, so that long work does not delay requests. */
import { Worker } from 'node:worker_threads';

/** Larger ones only keep more garbage. */
const YOUNG_GENERATION_MB = 16;

/** The work needs a larger heap than its thread may have. */
export class ThreadOutOfMemory extends Error {
  constructor() {
    super('The thread has reached the limit of its heap');
    this.name = 'ThreadOutOfMemory';
  }
}

interface ThreadRun<Message> {
  /** Cloned for the thread. */
  input: object;
  /** Far above the need: when one large array or map grows beyond it, Node ends the whole process. */
  maxHeapMb: number;
  /** Ends the thread. */
  signal: AbortSignal;
  onMessage(message: Message): void;
}

/** Waits until the thread has ended. @throws its error, `ThreadOutOfMemory`, or another one when it was ended early */
export async function runThread<Message>(
  module: URL,
  { input, maxHeapMb, signal, onMessage }: ThreadRun<Message>,
): Promise<void> {
  signal.throwIfAborted();
  const thread = new Worker(module, {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    workerData: input,
  });
  let failure: Error | undefined;
  // Of several errors, the first one is the cause.
  thread.on('error', (error: Error) => (failure ??= error));
  thread.on('message', onMessage);
  const stop = () => void thread.terminate();
  signal.addEventListener('abort', stop);
  // Not `once`, which rejects at an error, when files of the thread may still be open.
  const code = await new Promise<number>((resolve) => thread.once('exit', resolve));
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (failure && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY')
    throw new ThreadOutOfMemory();
  if (failure) throw failure;
  if (code !== 0) throw new Error(`The thread ended with ${code}`);
}
