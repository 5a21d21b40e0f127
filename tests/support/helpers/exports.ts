/** Exports in tests: their jobs run only when a test starts them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JobWork } from '#features/exports/server/jobs/actions.ts';
import { startJobs } from '#features/exports/server/jobs/runner.ts';
import { openLog } from '#platform/server/log.ts';
import type { Api } from './api.ts';

/** A job that writes this text into its file. */
export const writeText =
  (text: string): JobWork =>
  async (_, { folder, report }) => {
    const path = join(folder, 'file');
    await writeFile(path, text);
    report(3, 3);
    return { path, name: 'Records.zip', mimeType: 'application/zip' };
  };

/** Starts a runner, as another process of the server would. @returns stops it */
export const startRunner = (api: Api, business: JobWork): (() => Promise<void>) =>
  startJobs({
    services: api.server.services,
    log: openLog(process.env['TEST_LOG'] ?? 'silent'),
    works: { business },
  });

/** Waits until an export has ended. */
export async function waitForExport(api: Api, token: string, id: number) {
  const read = () => api.ok(token, 'GET /api/exports/:id', { params: { id } });
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toMatch(/done|failed/);
  return read();
}

/** Creates an export with this work and waits until it has ended. */
export async function createExport(api: Api, token: string, work: JobWork) {
  const { id } = await api.ok(token, 'POST /api/exports');
  const stop = startRunner(api, work);
  try {
    return await waitForExport(api, token, id);
  } finally {
    await stop();
  }
}
