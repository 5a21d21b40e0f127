import { expect, test } from 'vitest';
import { runThread, ThreadOutOfMemory } from './runThread.ts';

/** Runs this program in a thread. @returns the messages that it sent */
async function run(
  program: string,
  signal = new AbortController().signal,
  onMessage: (message: unknown) => void = () => undefined,
) {
  const messages: unknown[] = [];
  const source = `import { parentPort, workerData } from 'node:worker_threads';\n${program}`;
  await runThread(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    input: { number: 7 },
    maxHeapMb: 32,
    signal,
    onMessage: (message) => {
      messages.push(message);
      onMessage(message);
    },
  });
  return messages;
}

test('a thread receives its input, and all its messages arrive before its end', async () => {
  const program = `
    for (let count = 1; count < 100; count += 1) parentPort.postMessage(count);
    parentPort.postMessage(workerData);`;
  const messages = await run(program);
  expect(messages).toHaveLength(100);
  expect(messages.at(-1)).toEqual({ number: 7 });
});

test('an error of a thread is thrown, and an early exit is one', async () => {
  await expect(run(`throw new RangeError('too far')`)).rejects.toThrow(new RangeError('too far'));
  await expect(run('process.exit(3)')).rejects.toThrow('The thread ended with 3');
});

test('a thread that needs more memory than its limit ends alone', async () => {
  const program = 'let list = null; for (;;) list = { list };';
  await expect(run(program)).rejects.toBeInstanceOf(ThreadOutOfMemory);
});

test('a thread ends when its signal is aborted, and does not start when it was aborted before', async () => {
  const stopping = new AbortController();
  const endless = `parentPort.postMessage('started'); for (;;);`;
  const reason = new Error('The server stops');
  await expect(run(endless, stopping.signal, () => stopping.abort(reason))).rejects.toBe(reason);
  const messages: unknown[] = [];
  const again = run(endless, stopping.signal, (message) => messages.push(message));
  await expect(again).rejects.toBe(reason);
  expect(messages).toEqual([]);
});
