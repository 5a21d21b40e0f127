/** haproxy as deploy/ configures it, in front of three nodes on this machine. */

import getPort from 'get-port';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { ensureProgram } from './packages.ts';

export interface RunningProxy {
  url: string;
  stop(): Promise<void>;
}

const CONFIGURATION = 'deploy/haproxy.cfg';

/** Starts it before the nodes at these three ports. @throws with its output when it rejects its configuration */
export async function startProxy(ports: number[]): Promise<RunningProxy> {
  const program = ensureProgram('haproxy', 'the tests of several nodes');
  const port = await getPort({ host: '127.0.0.1' });
  const env = {
    BIND: `127.0.0.1:${port}`,
    // Tests set their own client address.
    FRONT_PROXIES: '127.0.0.1',
    ...Object.fromEntries(ports.map((one, index) => [`NODE_${index + 1}`, `127.0.0.1:${one}`])),
  };
  const check = spawnSync(program, ['-c', '-f', CONFIGURATION], { env, encoding: 'utf8' });
  if (check.status !== 0)
    throw new Error(`haproxy refuses ${CONFIGURATION}:\n${check.stdout}${check.stderr}`);
  const proxy = spawn(program, ['-db', '-f', CONFIGURATION], { env, stdio: 'ignore' });
  const ended = once(proxy, 'exit');
  const end = () => proxy.kill('SIGTERM');
  process.on('exit', end);
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url, ended);
  return {
    url,
    async stop() {
      process.off('exit', end);
      proxy.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilItAnswers(url: string, ended: Promise<unknown>): Promise<void> {
  let isGone = false;
  void ended.then(() => (isGone = true));
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    if (isGone) throw new Error('haproxy ended instead of getting ready');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
