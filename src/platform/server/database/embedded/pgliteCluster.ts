/** Opens PGlite so that a commit is on the disk before it is acknowledged. Runs in the worker thread. */

import { PGlite } from '@electric-sql/pglite';
import { SyncedNodeFS } from '#platform/server/unsupported/syncedNodeFs.ts';
import { counter } from './messages.ts';

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // PGlite's file layer calls the hook for fsync, and not for fdatasync, the default.
    wal_sync_method: 'fsync',
    shared_buffers: '16MB',
    max_wal_size: '256MB',
  }),
];

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Opens a cluster for serving.
 * @param onPanic receives the log line of a PANIC, possibly during a query that never returns
 */
export async function openCluster(
  directory: string,
  counters: Int32Array,
  onPanic: (line: string) => void,
): Promise<PGlite> {
  const lastLines: string[] = [];
  const onStderr = (line: string): boolean => {
    if (/\bPANIC:/.test(line)) onPanic(line);
    lastLines.push(line);
    if (lastLines.length > 5) lastLines.shift();
    return false;
  };
  try {
    const fs = new SyncedNodeFS(directory, () => Atomics.add(counters, counter.diskSyncs, 1));
    const database = await PGlite.create({ fs, startParams, onStderr });
    await assertDurable(database, counters);
    return database;
  } catch (error) {
    const detail = lastLines.join(' ').trim() || (error instanceof Error ? error.message : String(error));
    throw new Error(`The database in ${directory} could not be opened: ${detail}`, { cause: error });
  }
}

/** @throws when a commit would be acknowledged before it is on the disk */
async function assertDurable(database: PGlite, counters: Int32Array): Promise<void> {
  for (const [name, expected] of [
    ['fsync', 'on'],
    ['wal_sync_method', 'fsync'],
    ['synchronous_commit', 'on'],
  ]) {
    const { rows } = await database.query<Record<string, string>>(`show ${name}`);
    const value = Object.values(rows[0] ?? {})[0];
    if (value !== expected)
      throw new Error(`${name} is ${value}, not ${expected}: commits would not be durable.`);
  }
  const before = Atomics.load(counters, counter.diskSyncs);
  await database.exec('CHECKPOINT');
  if (Atomics.load(counters, counter.diskSyncs) === before) {
    throw new Error('A checkpoint did not sync the disk: commits would not be durable.');
  }
}
