import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockDirectory } from './directoryLock.ts';
import { DataDirectoryInUse } from './errors.ts';
import { TestDatabases } from './testDatabase.ts';

/** Starts a process that takes the lock, collects garbage, prints the outcome and runs until it is killed. */
async function otherProcess(directory: string) {
  const module = JSON.stringify(join(import.meta.dirname, 'directoryLock.ts'));
  const program = `const { lockDirectory } = await import(${module});
    try { lockDirectory(process.argv[1]); gc(); console.log('locked'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name + ': ' + error.message); }`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program, directory]);
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, output: output.toString().trim() };
}

test('refuses to open a directory twice in one process, with a message for the operator', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  await opened.open({ directory });
  const refusal: unknown = await opened.open({ directory }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirectoryInUse);
  expect(refusal).toMatchObject({ directory, holder: process.pid });
  expect((refusal as Error).message).toBe(
    `The database in ${directory} is already open in process ${process.pid}. Stop it, or choose another data directory.`,
  );
});

test('refuses a second process and names the holder [10.7.4 R-5]', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  const lock = lockDirectory(directory);
  const { output } = await otherProcess(directory);
  expect(output).toContain(
    `DataDirectoryInUse: The database in ${directory} is already open in process ${process.pid}.`,
  );
  lock.release();
});

test('releases the lock when the process is killed [R-5]', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  const { child, output } = await otherProcess(directory);
  expect(output).toBe('locked');
  expect(() => lockDirectory(directory)).toThrow(`open in process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockDirectory(directory).release();
});

test('releases the directory when the database is closed', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  const database = await opened.open({ directory });
  await database.close();
  expect(() => lockDirectory(directory).release()).not.toThrow();
});

test('releases the directory when the database cannot be opened', async () => {
  await using opened = new TestDatabases();
  const directory = await opened.directory();
  const workerUrl = new URL('./missing.ts', import.meta.url);
  await expect(opened.open({ directory, workerUrl })).rejects.toThrow('missing.ts');
  lockDirectory(directory).release();
});
