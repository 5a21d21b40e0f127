/** The product as a process of its own, for tests that stop, kill or start it. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface ProductProcess {
  child: ChildProcess;
  /** Address that it listens on. */
  url: string;
  /** Output so far, of both streams. */
  output(): string;
  /** Sends a signal and waits for the exit; returns the exit code, null when the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const READY_WITHIN_MS = 90_000;

/** The shipped build, which starts twice as fast as the sources. */
const SHIPPED = 'dist/server/main.js';

/** Starts the built server or another program; `environment` names the data directory or database. */
export async function startProduct(
  environment: Record<string, string>,
  program = SHIPPED,
  readyWithin = READY_WITHIN_MS,
): Promise<ProductProcess> {
  const { child, output } = launch(environment, [program]);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const ready = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready in time:\n${output()}`)), readyWithin);
    child.stdout?.on('data', () => {
      const url = /ready at (https?:\S+)/.exec(output())?.[1];
      if (url) resolve(url);
      if (url) clearTimeout(timer);
    });
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error(`It ended instead of getting ready:\n${output()}`));
    });
  });
  const url = await ready;
  return {
    child,
    url,
    output,
    end: async (signal) => {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

export interface ProcessResult {
  code: number | null;
  /** Both streams. */
  output: string;
  ms: number;
}

/** Starts a server that is expected to exit with an error; returns its exit code and output. */
export const startExpectingExit = (environment: Record<string, string>): Promise<ProcessResult> =>
  runProgram(environment, [SHIPPED]);

/** Runs a program until it exits. */
export async function runProgram(
  environment: Record<string, string>,
  program: string[],
): Promise<ProcessResult> {
  const began = performance.now();
  const { child, output } = launch(environment, program);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output: output(), ms: performance.now() - began };
}

function launch(
  environment: Record<string, string>,
  program: string[],
): { child: ChildProcess; output: () => string } {
  let printed = '';
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, program, {
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'error', DRAIN_SECONDS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (printed += part.toString()));
  return { child, output: () => printed };
}
