/** Directories, databases and pools that are removed at the end of a test. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './openEmbedded.ts';
import type { Log } from './supervisor.ts';

type Line = { level: string; details: object; message: string };

/** A log that collects its lines. */
export function collectingLog(): Log & { lines: Line[] } {
  const lines: Line[] = [];
  const collect = (level: string) => (details: object, message: string) =>
    void lines.push({ level, details, message });
  return { lines, info: collect('info'), warn: collect('warn'), error: collect('error') };
}

/** Closes and removes everything it has opened, newest first. */
export class TestDatabases implements AsyncDisposable {
  readonly #undo: (() => Promise<unknown>)[] = [];

  async directory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'embedded-'));
    this.#undo.push(() => rm(directory, { recursive: true, force: true }));
    return directory;
  }

  async open(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
    const directory = options.directory ?? (await this.directory());
    const database = await openEmbedded({ log: collectingLog(), ...options, directory });
    this.#undo.push(() => database.close());
    return database;
  }

  /** A pool on the database. The tests cause errors of idle connections, which it ignores. */
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
