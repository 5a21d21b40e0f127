/** Runs the project's programs for the test scripts and collects their output. */

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectRoot } from './bootstrap.mjs';

/** Several times what a test run needs. */
const REQUIRED_MEMORY = 4 * 2 ** 30;
const running = new Set();

process.on('exit', () => {
  for (const child of running) endGroup(child);
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => process.exit(signal === 'SIGINT' ? 130 : 143));

/**
 * Runs a program from node_modules/.bin or the system until it ends.
 * @returns its exit code and everything it printed, without colors
 */
export function runProgram(command, env = {}) {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    // A process group, so that an interrupted run also ends test workers and databases.
    detached: process.platform !== 'win32',
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
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

/**
 * Runs projects of Vitest; `args` limits them to some files.
 * @returns the counts, Vitest's JSON report and the output; a run without tests or with errors outside of tests failed
 */
export async function runVitest(name, projects, { args = [], env = {} } = {}) {
  const file = createReportFile(name);
  const options = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code, output } = await runProgram(['vitest', 'run', ...options, ...args, ...reporters], env);
  const report = readReport(file);
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests: skipped = 0 } = report ?? {};
  return { ...getVerdict({ code, output }, passed, numFailedTests), skipped, report };
}

/** The path of a JSON report in test-results; a report of an earlier run is deleted. */
export function createReportFile(name) {
  const folder = join(projectRoot, 'test-results');
  fs.mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  fs.rmSync(file, { force: true });
  return file;
}

/** The parsed report, or undefined when the run did not write it. */
export function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** The counts of a run with its output, without the lines of passed tests. */
export function getVerdict({ code, output }, passed, failed) {
  const lines = output.split('\n').filter((line) => !/^\s*✓/.test(line));
  if (passed + failed === 0) lines.unshift('No test ran.');
  const isFailed = code !== 0 || passed + failed === 0;
  return { passed, failed: isFailed ? Math.max(failed, 1) : failed, output: lines.join('\n') };
}

/**
 * Puts temporary files, above all databases, into memory where there is space, which halves the time of the tests.
 * A TMPDIR that is already set is kept.
 */
export function moveTemporaryFilesToMemory() {
  const memory = '/dev/shm';
  if (process.env.TMPDIR || !fs.existsSync(memory)) return;
  const { bavail, bsize } = fs.statfsSync(memory);
  if (bavail * bsize < REQUIRED_MEMORY) return;
  const folder = fs.mkdtempSync(join(memory, 'quarterhour-test-'));
  // PostgreSQL runs under another account when the tests run as root.
  fs.chmodSync(folder, 0o711);
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  process.env.TMPDIR = folder;
}
