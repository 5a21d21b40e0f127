/** The built product in three processes behind haproxy, configured as in deploy/. */

import getPort from 'get-port';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProxy, type RunningProxy } from './haproxy.ts';
import { startProduct, type ProductProcess } from './process.ts';

export interface Nodes {
  /** Address of the proxy. */
  url: string;
  /** Address of each node. */
  own: string[];
  /** Ends the process of a node. */
  end(node: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Starts a node again, at its old address. */
  start(node: number): Promise<void>;
  stop(): Promise<void>;
}

const NODES = 3;

/** @param environment of each node: the database, and the key that they share */
export async function startNodes(environment: Record<string, string>): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'quarterhour-nodes-'));
  const ports = await Promise.all(Array.from({ length: NODES }, () => getPort({ host: '127.0.0.1' })));
  const running: (ProductProcess | undefined)[] = [];
  const start = async (node: number) => {
    running[node] = await startProduct({
      NODE_ENV: 'test',
      PASSWORD_HASHING: 'quick',
      // Tests restart the nodes often.
      NODE_COMPILE_CACHE: join(tmpdir(), 'quarterhour-compiled'),
      HOST: '127.0.0.1',
      TRUST_PROXY: '127.0.0.1',
      ...environment,
      DATA_DIR: join(folder, String(node)),
      PORT: String(ports[node]),
    });
  };
  const end = async (node: number, signal: NodeJS.Signals) => {
    const ending = running[node];
    running[node] = undefined;
    return ending ? ending.end(signal) : null;
  };
  // Also when a run is interrupted.
  const killAll = () => running.forEach((one) => one?.child.kill('SIGKILL'));
  process.on('exit', killAll);
  const endAll = () => Promise.all(ports.map((_, node) => end(node, 'SIGKILL')));
  const proxy = await startAll(start, ports).catch(async (error: unknown) => {
    await endAll();
    throw error;
  });
  return {
    url: proxy.url,
    own: ports.map((port) => `http://127.0.0.1:${port}`),
    end,
    start,
    async stop() {
      await proxy.stop();
      // All data is on the servers, so the nodes may be killed.
      await endAll();
      process.off('exit', killAll);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Starts them one after the other: starting all at the same time overloads a busy machine. */
async function startAll(start: (node: number) => Promise<void>, ports: number[]): Promise<RunningProxy> {
  for (const node of ports.keys()) await start(node);
  return startProxy(ports);
}
