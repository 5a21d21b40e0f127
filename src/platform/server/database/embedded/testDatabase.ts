// For tests of the embedded database: directories, databases and pools that end with the test.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { EmbeddedDatabase } from './embeddedDatabase.ts';
import type { Log } from './log.ts';
import { type EmbeddedOptions, openEmbedded } from './openEmbedded.ts';

const templates = join(import.meta.dirname, '../../../../../.cache/clusters');

/** A log that keeps its lines. */
export function collectingLog(): Log & { lines: { level: string; details: object; message: string }[] } {
  const lines: { level: string; details: object; message: string }[] = [];
  const keep = (level: string) => (details: object, message: string) =>
    void lines.push({ level, details, message });
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') };
}

/** Undoes everything it has opened, newest first. */
export class TestDatabases implements AsyncDisposable {
  readonly #undo: (() => Promise<unknown>)[] = [];

  async directory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
    this.#undo.push(() => rm(directory, { recursive: true, force: true }));
    return directory;
  }

  async open(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
    const directory = options.directory ?? (await this.directory());
    const database = await openEmbedded({ log: collectingLog(), templates, ...options, directory });
    this.#undo.push(() => database.close());
    return database;
  }

  /** A pool on the database. Errors of its idle connections are expected: the tests cause them. */
  pool(database: EmbeddedDatabase): pg.Pool {
    const pool = new pg.Pool(database.poolConfig());
    pool.on('error', () => {});
    this.#undo.push(() => (pool.ended ? Promise.resolve() : pool.end()));
    return pool;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const undo of this.#undo.reverse()) await undo();
  }
}
