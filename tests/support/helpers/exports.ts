/** Exports in tests: their jobs run only when a test starts them. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { exportWork } from '#features/exports/server/business/exportWork.ts';
import type { Job, JobWork } from '#features/exports/server/jobs/actions.ts';
import { startNextJob } from '#features/exports/server/jobs/leaseActions.ts';
import { startJobs } from '#features/exports/server/jobs/runner.ts';
import type { Lane } from '#features/exports/server/jobs/turnReads.ts';
import type { Api } from './api.ts';

const EXPORTS: Lane = { kinds: ['business'], lightOnly: false };
const log = openLog(process.env['TEST_LOG'] ?? 'silent');

/** A job that writes this text into its file. */
export const writeText =
  (text: string): JobWork =>
  async (_, { folder, report }) => {
    const path = join(folder, 'file');
    await writeFile(path, text);
    report(3, 3);
    return { path, name: 'Records.zip', mimeType: 'application/zip', unprintable: [] };
  };

/** The export of a business, in its process. */
export const exportBusiness = exportWork(new URL('../../../src/app/exportProcess.ts', import.meta.url), {
  migrations: join(import.meta.dirname, '../../../db/migrations'),
});

/** Starts the next job of a lane, as a process of the server does, but not its work. */
export async function startNext(api: Api, lane: Lane = EXPORTS): Promise<Job | null> {
  const [job = null] = await startNextJob({ services: api.server.services, log }, lane, clock.now());
  return job;
}

/** Starts a runner, as another process of the server would. @returns stops it */
export const startRunner = (api: Api, business: JobWork, packet?: JobWork): (() => Promise<void>) =>
  startJobs({
    services: api.server.services,
    log,
    works: { business, ...(packet && { packet }) },
  });

/** Waits until an export has ended. */
export async function waitForExport(api: Api, token: string, id: number) {
  const read = () => api.ok(token, 'GET /api/exports/:id', { params: { id } });
  return vi.waitFor(
    async () => {
      const job = await read();
      expect(['done', 'failed']).toContain(job.state);
      return job;
    },
    { timeout: 60_000, interval: 50 },
  );
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

/** The archive of a business, created as an admin. */
export async function exportArchive(api: Api, token: string): Promise<Buffer> {
  const job = await createExport(api, token, exportBusiness);
  expect([job.state, job.failure]).toEqual(['done', null]);
  const file = await api.server.app.inject({
    url: `/api/exports/${job.id}/file`,
    headers: { authorization: `Bearer ${token}` },
  });
  return file.rawPayload;
}
