/** Imports the archive of a business into a new installation, completely or not at all. */

import type { FastifyBaseLogger } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { clock } from '#platform/server/clock.ts';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { DiskSpace } from '#platform/server/diskSpace.ts';
import type { FileStore } from '#platform/server/files/fileStore.ts';
import { openFileStore } from '#platform/server/files/openFileStore.ts';
import { StagedUploads } from '#platform/server/files/stagedUploads.ts';
import { PasswordHasher } from '#platform/server/passwords.ts';
import type { Settings } from '#platform/server/settings.ts';
import {
  ImportRefused,
  newer,
  openImport,
  type ExportManifest,
  type ImportArchive,
} from './archiveReader.ts';
import { clearTarget, loadRecords, readMigrations, type Load } from './loadActions.ts';
import { FILES, validateEntryNames } from './storedFileReads.ts';

export interface BusinessImport {
  /** The archive. */
  path: string;
  settings: Settings;
  /** Folder of the migrations. */
  migrations: string;
  log: FastifyBaseLogger;
}

export interface ImportReport extends Pick<
  ExportManifest,
  'business' | 'createdAt' | 'missing' | 'needsPasswords' | 'needsSignatureCodes'
> {
  rows: number;
  files: number;
  /** The account with a temporary password; null without an admin. */
  admin: { username: string; password: string } | null;
}

/**
 * Compares the archive with its manifest, loads it into the database of the settings, which has no business yet, and
 * compares the loaded records with the archive.
 * @throws ImportRefused before anything is changed, and errors of the database, the file store and the disk
 */
export async function importBusiness({
  path,
  settings,
  migrations,
  log,
}: BusinessImport): Promise<ImportReport> {
  if (!existsSync(path)) throw new ImportRefused(`File not found: ${path}.`);
  const archive = await openImport(path);
  try {
    const migrationFiles = readMigrations(migrations);
    const { manifest } = archive;
    if (manifest.migrations.some((hash, index) => migrationFiles[index]?.hash !== hash)) throw newer(path);
    validateEntryNames(archive);
    // Connections behind a pooler cannot change the schema.
    const databaseUrl = settings.databaseDirectUrl ?? settings.databaseUrl;
    const database = await openDatabase({ ...settings, databaseUrl, databaseDirectUrl: null }, log);
    try {
      const admin = await fill(database, settings, { archive, migrations: migrationFiles });
      return reportOf(archive, admin);
    } finally {
      await database.close();
    }
  } finally {
    archive.close();
  }
}

/** The connection ended during the commit, so whether the import took effect is unknown. */
export class ImportUncertain extends Error {
  constructor(cause: Error) {
    super(
      `The last step of the import was sent, and whether it took effect is unknown (${cause.message}). Run npm run verify: without a business in the database, import the file again.`,
      { cause },
    );
    this.name = 'ImportUncertain';
  }
}

async function fill(
  database: Database,
  settings: Settings,
  content: Pick<Load, 'archive' | 'migrations'>,
): Promise<ImportReport['admin']> {
  const passwords = new PasswordHasher(settings.passwordHashing);
  const unusablePassword = await passwords.hash(randomBytes(32).toString('base64url'));
  const password = randomBytes(9).toString('base64url');
  const adminPassword = await passwords.hash(password);
  const files = new ImportedFiles(openFileStore(settings), settings);
  const client = await database.pool.connect();
  let isCommitSent = false;
  try {
    await client.query('begin');
    const username = await database.withoutTimeout(async () => {
      await clearTarget(client);
      const load = { ...content, unusablePassword, adminPassword, now: clock.now() };
      const admin = await loadRecords(client, load);
      await files.store(content.archive);
      return admin;
    });
    isCommitSent = true;
    await client.query('commit');
    client.release();
    return username === null ? null : { username, password };
  } catch (error) {
    client.release(error as Error);
    if (isCommitSent) throw new ImportUncertain(error as Error);
    await files.remove();
    throw error;
  }
}

/** The files of an import in the file store. */
class ImportedFiles {
  readonly #store: FileStore;
  readonly #settings: Settings;
  readonly #keys: string[] = [];

  constructor(store: FileStore, settings: Settings) {
    this.#store = store;
    this.#settings = settings;
  }

  async store(archive: ImportArchive): Promise<void> {
    const staged = new StagedUploads(this.#settings, new DiskSpace(this.#settings));
    for (const name of archive.listNames(FILES)) {
      const key = name.slice(FILES.length);
      // They may be those of an installation in use, which a failure would delete.
      if (await this.#store.stat(key))
        throw new ImportRefused(
          `The file store already has the file ${key}. Use an empty one; an import that was killed leaves its files there.`,
        );
      const file = await staged.write(await archive.read(name));
      this.#keys.push(key);
      await this.#store.put(key, file.path);
      await file.discard();
    }
  }

  /** Removes what has been stored, after a failure. */
  async remove(): Promise<void> {
    for (const key of this.#keys) await this.#store.delete(key);
  }
}

function reportOf({ manifest, listNames }: ImportArchive, admin: ImportReport['admin']): ImportReport {
  const { business, createdAt, missing, needsPasswords, needsSignatureCodes } = manifest;
  return {
    business,
    createdAt,
    missing,
    needsPasswords,
    needsSignatureCodes,
    admin,
    rows: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0),
    files: listNames(FILES).length,
  };
}
