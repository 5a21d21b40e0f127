/** The start of a child process (runChildProcess.ts): runs the work of the module in its arguments. */

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type ChildMessage, type ChildReply, type ChildWork, toPlainError } from './childWork.ts';

/** They reach the whole process group or service; the server ends this process itself. */
const IGNORED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** When the machine has no memory left, the kernel kills this process before the server. */
const OOM_SCORE = '500';

if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
for (const name of IGNORED_SIGNALS) process.on(name, () => undefined);
let exitCode = 1;
// Also when the server was killed.
process.on('disconnect', () => process.exit(exitCode));
process.on('uncaughtException', (error) => void fail(error));

const [input] = (await once(process, 'message')) as [object];
let requests = 0;
/** Promises waiting for a reply, by request id. */
const waiting = new Map<number, (reply: unknown) => void>();
process.on('message', ({ id, reply }: ChildReply) => {
  waiting.get(id)?.(reply);
  waiting.delete(id);
  if (waiting.size === 0) process.channel?.unref();
});
// Work that can never go on must end the process, as it would without the channel.
process.channel?.unref();
try {
  const { work } = (await import(process.argv[2] ?? '')) as { work: ChildWork<object, object, object> };
  await work(input, (message) => send({ type: 'message', message }), request);
  await send({ type: 'done' });
  exitCode = 0;
  process.disconnect();
} catch (error) {
  await fail(error);
}

async function request(content: object): Promise<unknown> {
  const id = (requests += 1);
  process.channel?.ref();
  const replied = new Promise<unknown>((resolve) => waiting.set(id, resolve));
  await send({ type: 'request', id, request: content });
  return replied;
}

async function fail(error: unknown): Promise<void> {
  await send({ type: 'error', error: toPlainError(error) }).catch(() => undefined);
  process.exit(1);
}

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
