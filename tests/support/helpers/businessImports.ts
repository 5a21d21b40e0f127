/** Imports of exported businesses into installations of their own. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import { readSettings, type Settings } from '#platform/server/settings.ts';
import { importBusiness } from '#features/exports/server/import/importBusiness.ts';
import { startServer, type RunningServer } from '#app/server.ts';
import { createEmptyDatabase, createTestDatabase, dropDatabase } from '#tests/setup/database.ts';
import { IS_CITUS } from './citus.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations');

/** The environment of an installation. */
type Environment = Record<string, string>;

export const readTestSettings = (environment: Environment): Settings =>
  readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'silent',
    PASSWORD_HASHING: 'quick',
    RATE_LIMITS: 'off',
    BACKUPS: 'off',
    ...environment,
  });

/** Installations and archives of a test file, which are deleted after its tests. */
export function useInstallations() {
  let folder = '';
  let files = 0;
  const undo: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
  });
  afterAll(async () => {
    for (const one of undo.toReversed()) await one();
  });
  /** A data directory that no server has used. */
  const createDirectory = async (): Promise<Environment> => ({
    DATA_DIR: await mkdtemp(join(folder, 'data-')),
  });
  const write = async (archive: Buffer): Promise<string> => {
    const path = join(folder, `export-${(files += 1)}.zip`);
    await writeFile(path, archive);
    return path;
  };
  return {
    createDirectory,
    write,
    /** A database that a server has migrated, without a business; on Citus an empty one, which is not distributed. */
    async createInstallation(): Promise<Environment> {
      if (IS_CITUS) {
        const url = await createEmptyDatabase();
        undo.push(() => dropDatabase(url));
        return { ...(await createDirectory()), DATABASE_URL: url };
      }
      const database = await createTestDatabase('server');
      undo.push(() => database.remove());
      return database.settings;
    },
    importInto: async (environment: Environment, archive: Buffer) =>
      importBusiness({
        path: await write(archive),
        settings: readTestSettings(environment),
        migrations: MIGRATIONS,
        log: openLog('silent'),
      }),
  };
}

/** Starts a server on imported data. @returns it, and the token of its admin with the temporary password */
export async function serveImported(
  environment: Environment,
  admin: { username: string; password: string } | null,
) {
  const settings = readTestSettings(environment);
  const server = await startServer(settings, { migrations: MIGRATIONS }, openLog('silent'));
  const login = await server.app.inject({ method: 'POST', url: '/api/auth/login', payload: { ...admin } });
  expect(login.json()).toMatchObject({ user: { username: admin?.username } });
  return { server, token: login.json<{ token: string }>().token };
}

interface Imported {
  server: RunningServer;
  /** Of the admin. */
  token: string;
}

/** Sends a request to a server on imported data. @throws unless it succeeds */
export async function send<Answer>(
  { server, token }: Imported,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  if (response.statusCode >= 300)
    throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`);
  return response.json<Answer>();
}

/** The archive of the business of a server whose own runner makes it. */
export async function exportFrom(imported: Imported): Promise<Buffer> {
  const { id } = await send<{ id: number }>(imported, 'POST', '/api/exports');
  await vi.waitFor(
    async () => expect(await send(imported, 'GET', `/api/exports/${id}`)).toMatchObject({ state: 'done' }),
    { timeout: 60_000, interval: 100 },
  );
  const { server, token } = imported;
  const headers = { authorization: `Bearer ${token}` };
  return (await server.app.inject({ url: `/api/exports/${id}/file`, headers })).rawPayload;
}
