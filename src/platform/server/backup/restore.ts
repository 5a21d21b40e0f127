/** Restores a backup into an empty data directory and database, completely or not at all. */

import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type { FastifyBaseLogger } from 'fastify';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { Queries } from '#platform/server/database/queries.ts';
import { NOT_OF_EXTENSION } from '#platform/server/database/rowLevelSecurity.ts';
import { DiskSpace } from '#platform/server/diskSpace.ts';
import { openFileStore } from '#platform/server/files/openFileStore.ts';
import { StagedUploads } from '#platform/server/files/stagedUploads.ts';
import { syncPath } from '#platform/server/files/syncPath.ts';
import { SecretBox } from '#platform/server/secrets.ts';
import { SettingsError, type Settings } from '#platform/server/settings.ts';
import { openArchive, type Archive } from './archive.ts';
import type { ReferencedFile } from './backup.ts';
import { compareFiles, FILES, filesOf } from './compareFiles.ts';
import { loadRows } from './load.ts';
import { NewerArchive, readManifest, type Manifest } from './manifest.ts';

export type RestoreSettings = Pick<
  Settings,
  'bucket' | 'dataDir' | 'databaseUrl' | 'freeSpace' | 'serverKey' | 'previousKeys'
>;

export interface Restore {
  /** The archive. */
  path: string;
  /** The data directory and database to restore into. */
  settings: RestoreSettings;
  /** Folder of the migrations. */
  migrations: string;
  /** All files of all businesses, read in the transaction of the restore. */
  listFiles(queries: Queries): Promise<ReferencedFile[]>;
  log: FastifyBaseLogger;
}

export interface RestoreReport {
  madeAt: string;
  tables: number;
  rows: number;
  files: number;
  faultyFiles: Manifest['faultyFiles'];
}

/** The archive is complete, but cannot be restored here; nothing has been changed. */
export class RestoreRefused extends Error {
  constructor(why: string) {
    super(`${why} Nothing has been changed.`);
    this.name = 'RestoreRefused';
  }
}

/** The last step of the restore failed, so whether it took effect is unknown. */
export class RestoreUncertain extends Error {
  constructor(dataDir: string, cause: Error) {
    super(
      `The last step of the restore was sent, and whether it was taken is not known (${cause.message}). If npm run verify proves the database, all is restored. If the database is empty, delete ${join(dataDir, 'files')} and restore again.`,
      { cause },
    );
    this.name = 'RestoreUncertain';
  }
}

/** Entries of a data directory that counts as empty. */
const HARMLESS = new Set(['server.key', 'backups', 'audit-checkpoints', 'audit-ends']);
/** Folder of the new database and files until the restore is complete. */
const UNFINISHED = 'restoring';

/**
 * Checks archive and target, restores, and compares the restored rows with the archive.
 * @throws DamagedArchive, NewerArchive, RestoreRefused before anything is changed; RestoreUncertain at the last step
 */
export async function restoreBackup(restore: Restore): Promise<RestoreReport> {
  const { path, settings, migrations, listFiles, log } = restore;
  if (!existsSync(path)) throw new RestoreRefused(`File not found: ${path}.`);
  const archive = await openArchive(path);
  const manifest = await readManifest(archive);
  const migrationFiles = readMigrationFiles({ migrationsFolder: migrations });
  refuseUnknownSchema(path, manifest, migrationFiles);
  refuseOtherKey(manifest, settings);
  await refuseFullDirectory(settings.dataDir);
  await refuseWithoutSpace(manifest, settings);
  const staging = { ...settings, dataDir: join(settings.dataDir, UNFINISHED) };
  const useFiles = () => move('files', staging.dataDir, settings.dataDir);
  const commit = { sent: false };
  try {
    const database = await openDatabase(staging, log);
    try {
      const content = { archive, manifest, migrations: migrationFiles, listFiles };
      await fill(database, { ...content, staging, useFiles, commit });
    } finally {
      await database.close();
    }
    await move('database', staging.dataDir, settings.dataDir);
  } catch (error) {
    // Once the database may be complete, its files must stay.
    const mayBeComplete = settings.databaseUrl ? commit.sent : existsSync(join(settings.dataDir, 'database'));
    if (mayBeComplete) throw new RestoreUncertain(settings.dataDir, error as Error);
    await rm(join(settings.dataDir, 'files'), { recursive: true, force: true });
    throw error;
  } finally {
    await rm(staging.dataDir, { recursive: true, force: true });
  }
  return reportOf(manifest);
}

function refuseUnknownSchema(path: string, manifest: Manifest, migrations: MigrationMeta[]): void {
  const hashes = migrations.map(({ hash }) => hash);
  if (manifest.migrations.some((hash, index) => hashes[index] !== hash)) throw new NewerArchive(path);
}

/** Signature codes, two-factor secrets and temporary passwords are decrypted only by the key that encrypted them. */
function refuseOtherKey(manifest: Manifest, settings: RestoreSettings): void {
  const fingerprints = keyFingerprints(settings);
  if (manifest.keyFingerprints.every((one) => fingerprints.includes(one))) return;
  throw new RestoreRefused(
    'The backup belongs to another server key. Put the server.key of its server into the data directory, or set SERVER_KEY; keys before that one go into SERVER_KEY_PREVIOUS.',
  );
}

/** Fingerprints that identify the server keys without revealing them. */
export const keyFingerprints = ({
  serverKey,
  previousKeys,
}: Pick<Settings, 'serverKey' | 'previousKeys'>): string[] =>
  [serverKey, ...previousKeys].map((key) => new SecretBox(key).fingerprint('backup').toString('hex'));

/**
 * Refuses to start on an unfinished restore: the server would show an empty product, and users would start over in it.
 * @throws SettingsError that names what to delete
 */
export function assertNoUnfinishedRestore({
  dataDir,
  databaseUrl,
}: Pick<Settings, 'dataDir' | 'databaseUrl'>): void {
  const unfinished = join(dataDir, UNFINISHED);
  if (!existsSync(unfinished)) return;
  const files = join(dataDir, 'files');
  let advice = `delete ${unfinished} and ${files}, and restore again.`;
  if (databaseUrl)
    advice = `delete ${unfinished}; if the database has no tables, ${files} too, and restore again.`;
  // The database is moved last.
  else if (existsSync(join(dataDir, 'database'))) advice = `all is there; delete ${unfinished}.`;
  throw new SettingsError([
    `DATA_DIR: a restore is in progress or did not finish. If none is in progress, ${advice}`,
  ]);
}

async function refuseFullDirectory(dataDir: string): Promise<void> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : [];
  const other = names.find((name) => !HARMLESS.has(name));
  if (other) throw new RestoreRefused(`The data directory ${dataDir} is not empty: it holds ${other}.`);
}

/** Counts rows for the embedded database, and files without a bucket. */
async function refuseWithoutSpace({ parts }: Manifest, settings: RestoreSettings): Promise<void> {
  const stored = parts.filter(({ name }) =>
    name.startsWith(FILES) ? !settings.bucket : !settings.databaseUrl,
  );
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const bytes = stored.reduce((sum, part) => sum + part.bytes, 0);
  if (await new DiskSpace(settings).hasFree(bytes)) return;
  throw new RestoreRefused(
    `There is not enough free space in ${settings.dataDir}: the backup needs at least ${Math.ceil(bytes / 2 ** 20)} MB beyond what FREE_SPACE_MB keeps free.`,
  );
}

interface Content {
  archive: Archive;
  manifest: Manifest;
  migrations: MigrationMeta[];
  listFiles: Restore['listFiles'];
  staging: RestoreSettings;
  /** Moves the files to their final directory. */
  useFiles(): Promise<void>;
  /** Set before the commit is sent, because its result may be lost. */
  commit: { sent: boolean };
}

async function fill(database: Database, content: Content): Promise<void> {
  const client = await database.pool.acquire();
  try {
    await client.query('begin');
    await refuseFullDatabase(client);
    await database.withoutTimeout(() => loadRows(client, content));
    compareFiles(content.archive, content.manifest, await content.listFiles(new Queries(client)));
    // Files first: rows without their files would be worse than files without rows.
    await restoreFiles(content);
    await content.useFiles();
    content.commit.sent = true;
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

async function refuseFullDatabase(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'schema_history') and c.relkind in ('r', 'p', 'v', 'm', 'S') and ${NOT_OF_EXTENSION}
     limit 1`,
  );
  if (rows[0]) throw new RestoreRefused(`The database is not empty: it has ${rows[0].name}.`);
}

async function restoreFiles({ archive, manifest, staging }: Content): Promise<void> {
  const store = openFileStore(staging);
  const stagedUploads = new StagedUploads(staging, new DiskSpace(staging));
  for (const { name, sha256 } of filesOf(manifest)) {
    const file = await stagedUploads.write(archive.read(name));
    if (file.sha256.toString('hex') !== sha256) throw new Error(`${name} changed while it was restored`);
    await store.put(name.slice(FILES.length), file.path);
    await file.discard();
  }
}

/** Moves an entry of the staging directory to the data directory, if it exists. */
async function move(name: string, from: string, to: string): Promise<void> {
  if (!existsSync(join(from, name))) return;
  await rename(join(from, name), join(to, name));
  await syncPath(to);
}

function reportOf(manifest: Manifest): RestoreReport {
  return {
    madeAt: manifest.madeAt,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: filesOf(manifest).length,
    faultyFiles: manifest.faultyFiles,
  };
}
