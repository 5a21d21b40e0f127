// Opening PGlite so that a commit is on the disk before it is acknowledged. Runs in the worker.
// The hook rests on fields that PGlite does not document, so its version is pinned and
// `openCluster` refuses to serve when no sync arrives.
import { fdatasyncSync, fsyncSync, fstatSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { counter } from './messages.ts';

type ModuleOptions = Parameters<NodeFS['init']>[1];
type Module = Parameters<NonNullable<ModuleOptions['preRun']>[number]>[0];

/** The parts of emscripten's file layer that the hook touches. */
interface NodeFileLayer {
  tryFSOperation(operation: () => void): void;
  stream_ops: { fsync?: (stream: { nfd?: number }) => number };
}

/** PGlite's file system over a directory, with an fsync that reaches the disk and is counted. */
class SyncedNodeFS extends NodeFS {
  readonly #counters: Int32Array;

  constructor(directory: string, counters: Int32Array) {
    super(directory);
    this.#counters = counters;
  }

  override async init(pg: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: Module) => this.#hook(module)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #hook(module: Module): void {
    const layer = (module as unknown as { NODEFS: NodeFileLayer }).NODEFS;
    layer.stream_ops.fsync = ({ nfd }) => {
      if (nfd === undefined) return 0;
      layer.tryFSOperation(() => {
        // A directory's entries are all metadata; a file needs its data and its size.
        if (fstatSync(nfd).isDirectory()) fsyncSync(nfd);
        else fdatasyncSync(nfd);
      });
      Atomics.add(this.#counters, counter.diskSyncs, 1);
      return 0;
    };
  }
}

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // PGlite's file layer passes fsync on to the hook; fdatasync, the default, never reaches it.
    wal_sync_method: 'fsync',
    shared_buffers: '16MB',
    max_wal_size: '256MB',
  }),
];

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Makes a new cluster in an empty directory and shuts it down. Nothing is synced yet. */
export async function createCluster(directory: string): Promise<void> {
  const database = await PGlite.create({ fs: new NodeFS(directory) });
  await database.close();
}

/**
 * Opens a cluster for serving. Calls `onPanic` with the server's line, possibly in the middle of a
 * query that never returns, when PostgreSQL gives up.
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
    const fs = new SyncedNodeFS(directory, counters);
    const database = await PGlite.create({ fs, startParams, onStderr });
    await assertDurable(database, counters);
    return database;
  } catch (error) {
    const detail = lastLines.join(' ').trim() || (error instanceof Error ? error.message : String(error));
    throw new Error(`The database in ${directory} could not be opened: ${detail}`, { cause: error });
  }
}

/** Refuses a database that would acknowledge what is not on the disk. */
async function assertDurable(database: PGlite, counters: Int32Array): Promise<void> {
  for (const [name, wanted] of [
    ['fsync', 'on'],
    ['wal_sync_method', 'fsync'],
    ['synchronous_commit', 'on'],
  ]) {
    const { rows } = await database.query<Record<string, string>>(`show ${name}`);
    const found = Object.values(rows[0] ?? {})[0];
    if (found !== wanted)
      throw new Error(`${name} is ${found}, not ${wanted}: commits would not be durable.`);
  }
  const before = Atomics.load(counters, counter.diskSyncs);
  await database.exec('CHECKPOINT');
  if (Atomics.load(counters, counter.diskSyncs) === before) {
    throw new Error('A checkpoint reached the disk with no sync: commits would not be durable.');
  }
}
