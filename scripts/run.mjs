/** Runs the project's programs for `npm run check` and `npm test` and keeps the score. */
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from './bootstrap.mjs';

const running = new Set();

process.on('exit', () => {
  for (const child of running) endGroup(child);
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143));

/**
 * Runs a program from node_modules/.bin or the system and waits for its end.
 * @returns its exit code and everything it printed, without colours
 */
export function run(command, env = {}) {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    // A process group of its own, so that an interrupted run can end test workers and databases too.
    detached: process.platform !== 'win32',
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? signal ?? 1, output: stripVTControlCharacters(output) });
    });
  });
}

function endGroup(child) {
  if (process.platform === 'win32') child.kill();
  else process.kill(-child.pid, 'SIGTERM');
}

/** Runs one step, prints its line, and on failure its output. A step returns `{ passed, failed, output }`. */
export async function scored(name, step) {
  const started = performance.now();
  const { passed, failed, output = '' } = await step();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = passed + failed > 1 ? ` (${passed} of ${passed + failed})` : '';
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(14)} ${seconds.padStart(6)} s${count}`);
  if (failed > 0 && output) console.log(output.trimEnd());
  return { passed, failed };
}

/** A step that is one program: it passed if it ended with 0. */
export function programStep(command) {
  return async () => {
    const { code, output } = await run(command);
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
  };
}
