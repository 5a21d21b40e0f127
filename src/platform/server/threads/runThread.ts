/** Runs a module in a thread of its own, so that long work neither delays requests nor uses their memory. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const YOUNG_GENERATION_MB = 16;

interface ThreadRun<Message> {
  /** Cloned for the thread. */
  input: object;
  /** The heap of the thread; more ends it with an error. */
  maxHeapMb: number;
  /** Ends the thread. */
  signal: AbortSignal;
  onMessage(message: Message): void;
}

/** Waits until the thread has ended. @throws its error, also when it was ended before its work was done */
export async function runThread<Message>(
  module: URL,
  { input, maxHeapMb, signal, onMessage }: ThreadRun<Message>,
): Promise<void> {
  const thread = new Worker(module, {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    workerData: input,
  });
  thread.on('message', onMessage);
  const stop = () => void thread.terminate();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    // Rejects with the error of the thread.
    const [code] = (await once(thread, 'exit')) as [number];
    if (code !== 0) throw new Error(`The thread ended with ${code}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
