/** Makes a backup: an archive with every row as of one moment, and every file that a row refers to. */

import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import type { Database } from '#platform/server/database/database.ts';
import { assertFreeSpace } from '#platform/server/database/embedded/copyCluster.ts';
import { listAppliedMigrations, unlockSchema, lockSchema } from '#platform/server/database/migrate.ts';
import { Queries } from '#platform/server/database/queries.ts';
import type { FileStore } from '#platform/server/files/fileStore.ts';
import { ArchiveWriter, openArchive } from './archive.ts';
import { FORMAT, MANIFEST, readManifest, type Manifest } from './manifest.ts';
import { beginReading, readLines, readSequences, type Table } from './rows.ts';

/** A file that a row refers to. */
export interface ReferencedFile {
  businessId: number;
  /** Its key in the file store. */
  key: string;
  /** From its row. */
  sha256: Buffer;
  bytes: number;
}

export interface BackupSource {
  /** The database, or a snapshot of it. */
  database: Database;
  store: FileStore;
  /** All files of all businesses, read in the transaction of the backup. */
  listFiles(queries: Queries): Promise<ReferencedFile[]>;
  keyFingerprints: string[];
}

export interface Target {
  /** The archive to write. */
  path: string;
  now: Date;
  /** Stops the backup before its next part, with its reason. */
  signal?: AbortSignal | undefined;
}

/** The backup was stopped before it was complete. */
export class BackupStopped extends Error {
  constructor() {
    super('The backup was stopped before it was complete. Nothing was written.');
    this.name = 'BackupStopped';
  }
}

export interface BackupReport {
  path: string;
  bytes: number;
  tables: number;
  rows: number;
  files: number;
  faultyFiles: Manifest['faultyFiles'];
}

/** Size of a part of a table in bytes, before compression. */
const PART_BYTES = 4 * 1024 * 1024;

const compress = promisify(gzip);

/**
 * Writes a backup to `path`, where it appears when it is complete, synced and verified, or not at all.
 * @throws NotEnoughSpace, MigrationInProgress, the signal's reason, and errors of the database, the file store and the disk
 */
export async function makeBackup(source: BackupSource, { path, now, signal }: Target): Promise<BackupReport> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const writer = await ArchiveWriter.create(path, now, async (bytes) => {
    signal?.throwIfAborted();
    await assertFreeSpace(folder, bytes);
  });
  try {
    const { files, ...contents } = await source.database.withoutTimeout(() => writeRows(source, writer));
    await assertFreeSpace(
      folder,
      files.reduce((sum, file) => sum + file.bytes, 0),
    );
    const faultyFiles = await writeFiles(source.store, writer, files);
    const manifest: Manifest = {
      format: FORMAT,
      madeAt: now.toISOString(),
      database: source.database.kind,
      keyFingerprints: source.keyFingerprints,
      ...contents,
      faultyFiles,
      parts: [...writer.parts],
    };
    await addBytes(writer, MANIFEST, Buffer.from(JSON.stringify(manifest)));
    const bytes = await writer.finish(async (temporary) => {
      await readManifest(await openArchive(temporary));
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { path, bytes, tables: manifest.tables.length, rows, files: files.length, faultyFiles };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

type Contents = Pick<Manifest, 'migrations' | 'tables' | 'sequences'> & { files: ReferencedFile[] };

async function writeRows(source: BackupSource, writer: ArchiveWriter): Promise<Contents> {
  const client = await source.database.pool.acquire();
  try {
    await lockSchema(client);
    const tables = await beginReading(client);
    const migrations = await listAppliedMigrations(client);
    const files = await source.listFiles(new Queries(client));
    const manifestTables: Manifest['tables'] = [];
    for (const table of tables) manifestTables.push(await writeTable(client, writer, table));
    const sequences = await readSequences(client);
    await client.query('commit');
    await unlockSchema(client);
    client.release();
    return { migrations, tables: manifestTables, sequences, files };
  } catch (error) {
    // Ends the connection, and with it the transaction and the lock.
    client.release(error as Error);
    throw error;
  }
}

async function writeTable(
  client: ClientBase,
  writer: ArchiveWriter,
  table: Table,
): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256');
  const parts: string[] = [];
  let rows = 0;
  let buffered: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    const name = `rows/${table.name}/${String(parts.length + 1).padStart(6, '0')}.jsonl.gz`;
    const lines = Buffer.concat(buffered);
    buffered = [];
    bytes = 0;
    await addBytes(writer, name, await compress(lines));
    parts.push(name);
  };
  for await (const lines of readLines(client, table)) {
    const text = Buffer.from(`${lines.join('\n')}\n`);
    hash.update(text);
    rows += lines.length;
    buffered.push(text);
    bytes += text.length;
    if (bytes >= PART_BYTES) await flush();
  }
  if (bytes > 0) await flush();
  return { name: table.name, rows, sha256: hash.digest('hex'), parts };
}

const addBytes = (writer: ArchiveWriter, name: string, bytes: Buffer) =>
  writer.add(name, bytes.length, piecesOf(bytes));

const PIECE_BYTES = 256 * 1024;

/** In chunks, so that hashing does not block the process for long. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Copies the files, and lists those that were deleted or changed since the rows were read. */
async function writeFiles(
  store: FileStore,
  writer: ArchiveWriter,
  files: ReferencedFile[],
): Promise<Manifest['faultyFiles']> {
  const faulty: Manifest['faultyFiles'] = [];
  for (const { key, sha256 } of files) {
    const stats = await store.stat(key);
    const content = stats && (await store.get(key));
    if (!content) {
      faulty.push({ key, fault: 'missing' });
      continue;
    }
    const part = await writer.add(`files/${key}`, stats.size, content as AsyncIterable<Buffer>);
    if (part.sha256 !== sha256.toString('hex')) faulty.push({ key, fault: 'changed' });
  }
  return faulty;
}
