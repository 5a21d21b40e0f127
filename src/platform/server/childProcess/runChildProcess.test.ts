import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isAlive } from '#tests/support/helpers/signals.ts';
import { ChildProcessOutOfMemory, runChildProcess } from './runChildProcess.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'child-process-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A module that does this work in a child process. */
async function writeModule(work: string): Promise<URL> {
  const path = join(folder, 'work.mjs');
  await writeFile(path, `export const work = async (input, send, request) => { ${work} };`);
  return pathToFileURL(path);
}

/** Runs this work in a child process. @returns the messages that it sent */
async function run(
  work: string,
  signal = new AbortController().signal,
  onMessage: (message: unknown) => void = () => undefined,
) {
  const messages: unknown[] = [];
  await runChildProcess(await writeModule(work), {
    input: { day: new Date(0) },
    maxHeapMb: 32,
    signal,
    lowPriority: true,
    onMessage: (message) => {
      messages.push(message);
      onMessage(message);
    },
  });
  return messages;
}

test('a child process receives its input, and all its messages arrive before its end', async () => {
  const messages = await run(`
    for (let count = 1; count < 100; count += 1) void send({ count });
    await send({ input, text: 'x'.repeat(10_000_000) });`);
  expect(messages).toHaveLength(100);
  expect(messages.at(-1)).toEqual({ input: { day: new Date(0) }, text: 'x'.repeat(10_000_000) });
});

test('a child process has a lower priority when it is asked for', async () => {
  const [priority] = await run(`send({ priority: (await import('node:os')).getPriority() });`);
  expect(priority).toEqual({ priority: expect.toSatisfy((value: number) => value >= 7) });
});

describe('a failure of a child process is thrown:', () => {
  test('the error of its work, with code and cause', async () => {
    const error = `Object.assign(new RangeError('too far', { cause: new Error('no disk') }), { code: 'ENOSPC' })`;
    await expect(run(`throw ${error};`)).rejects.toMatchObject({
      name: 'RangeError',
      message: 'too far',
      code: 'ENOSPC',
      stack: expect.stringContaining('work.mjs'),
      cause: expect.objectContaining({ message: 'no disk' }),
    });
  });

  test.each([
    ['an early exit', 'process.exit(3);', 'The process ended with 3'],
    ['an early exit without an error', 'process.exit(0);', 'The process ended with'],
    ['work that can never go on', 'await new Promise(() => {});', 'The process ended with 13'],
    [
      'an error outside its work',
      `setTimeout(() => { throw new Error('late'); }); await new Promise(() => {});`,
      'late',
    ],
    ['a value that is not an error', `throw 'text';`, 'Not an error: string'],
    ['a crash', 'process.abort();', 'The process ended with SIGABRT'],
  ])('%s', async (_, work, message) => {
    await expect(run(work)).rejects.toThrow(message);
  });

  test('a message that the server cannot process', async () => {
    const fail = () => {
      throw new Error('no disk');
    };
    await expect(run('await send({}); for (;;);', undefined, fail)).rejects.toThrow('no disk');
  });

  test.each([
    ['many objects', 'let list = null; for (;;) list = { list };'],
    ['one array', 'const list = []; for (;;) list.push(list.length);'],
    ['one map', 'const map = new Map(); for (let n = 0; ; n += 1) map.set(n, n);'],
  ])('more memory than its limit for %s', async (_, work) => {
    await expect(run(work)).rejects.toBeInstanceOf(ChildProcessOutOfMemory);
  });
});

test('a child process gets a reply to each of its requests, whatever their order', async () => {
  const messages: unknown[] = [];
  const work = `
    const replies = await Promise.all([30, 10, 20].map((number) => request({ number })));
    await new Promise((next) => setTimeout(next, 5));
    await send({ replies, last: await request({ number: 1 }) });`;
  await runChildProcess<object, { number: number }>(await writeModule(work), {
    input: {},
    maxHeapMb: 32,
    signal: new AbortController().signal,
    onMessage: (message) => messages.push(message),
    async onRequest({ number }) {
      for (let round = 0; round < number; round += 1) await new Promise(setImmediate);
      return new Uint8Array([number]);
    },
  });
  const bytes = (number: number) => new Uint8Array([number]);
  expect(messages).toEqual([{ replies: [bytes(30), bytes(10), bytes(20)], last: bytes(1) }]);
});

test('an error of the server at a request ends the process and is thrown', async () => {
  const refusal = new Error('no such row');
  const running = runChildProcess<object, object>(await writeModule('await request({}); for (;;);'), {
    input: {},
    maxHeapMb: 32,
    signal: new AbortController().signal,
    onMessage: () => undefined,
    onRequest: () => Promise.reject(refusal),
  });
  await expect(running).rejects.toBe(refusal);
  await expect(run('await request({});')).rejects.toThrow('not expected');
});

test('a child process ends when its signal is aborted, and does not start when it was aborted before', async () => {
  const stopping = new AbortController();
  const endless = `await send({}); for (;;);`;
  const reason = new Error('The server stops');
  await expect(run(endless, stopping.signal, () => stopping.abort(reason))).rejects.toBe(reason);
  const messages: unknown[] = [];
  const again = run(endless, stopping.signal, (message) => messages.push(message));
  await expect(again).rejects.toBe(reason);
  expect(messages).toEqual([]);
});

const ENDLESS =
  'for (;;) { await send({ pid: process.pid }); await new Promise((next) => setTimeout(next, 5)); }';

test('a child process ignores signals to the whole group, which the server gets too', async () => {
  const stopping = new AbortController();
  const pids: number[] = [];
  const running = run(ENDLESS, stopping.signal, (message) => pids.push((message as { pid: number }).pid));
  const ended = running.catch((error: unknown) => error);
  await vi.waitFor(() => expect(pids).not.toEqual([]));
  const [pid = 0] = pids;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, name);
  const count = pids.length;
  await vi.waitFor(() => expect(pids.length).toBeGreaterThan(count + 10));
  const reason = new Error('The end of the test');
  stopping.abort(reason);
  expect(await ended).toBe(reason);
  expect(isAlive(pid)).toBe(false);
});

/** A program that runs this work in a child process and prints its messages, and the code of a failure. */
async function writeServer(work: string, before = ''): Promise<string> {
  const module = await writeModule(work);
  const path = join(folder, 'server.mjs');
  await writeFile(
    path,
    `import { openSync } from 'node:fs';
    import { runChildProcess } from ${JSON.stringify(new URL('./runChildProcess.ts', import.meta.url).href)};
    ${before}
    await runChildProcess(new URL(${JSON.stringify(module.href)}), {
      input: {},
      maxHeapMb: 32,
      signal: new AbortController().signal,
      onMessage: ({ pid }) => console.log(pid),
    }).catch(({ code }) => console.log(code));`,
  );
  return path;
}

test('a child process ends when the server is killed', async () => {
  const server = spawn(process.execPath, [await writeServer(ENDLESS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const pid = Number.parseInt(line.toString(), 10);
  expect(isAlive(pid)).toBe(true);
  server.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
});

test('a process that cannot be started is an error, and the server goes on', async () => {
  const useAllFiles = 'try { for (;;) openSync(import.meta.filename); } catch {}';
  const path = await writeServer('await send({});', useAllFiles);
  const limited = ['-c', 'ulimit -n 100 && exec "$0" "$1"', process.execPath, path];
  const server = spawn('sh', limited, { stdio: ['ignore', 'pipe', 'inherit'] });
  expect((await text(server.stdout)).trim()).toBe('EMFILE');
});
