/** Before the tests on the embedded database: one data directory, migrated, to copy from. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { shareForRun } from './shared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    embedded: { template: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { thing, release } = await shareForRun('embedded', makeDirectory, (made) =>
    rm(dirname(made), { recursive: true, force: true }),
  );
  project.provide('embedded', { template: thing });
  return release;
}

async function makeDirectory(): Promise<string> {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'quarterhour-embedded-')), 'template');
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  try {
    await migrate(database.pool, 'db/migrations');
  } finally {
    await database.close();
  }
  return dataDir;
}
