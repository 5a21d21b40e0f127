/** Audit-day packets for tests. */
import { expect } from 'vitest';
import type { Api } from '#tests/support/helpers/api.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';
import { readZip } from '#tests/support/helpers/zip.ts';
import type { Account } from './businesses.ts';

type Manager = Pick<Account, 'token'>;

/** The row of a packet that failed, as no job runs while tests walk all calls. */
export async function createEndedPacket(
  api: Api,
  { businessId, userId, noteId }: { businessId: number; userId: number; noteId: number },
): Promise<number> {
  const [row] = await api.sql<{ id: string }>(
    `insert into export_jobs (business_id, kind, request, state, failure, created_by, created_at, finished_at)
     values ($1, 'packet', $3, 'failed', 'The file could not be created. Please try again.', $2, now(), now())
     returning id`,
    [businessId, userId, { noteIds: [noteId], pairs: null, sample: null }],
  );
  return Number(row?.id);
}

/** Creates a packet and waits until its job is done; the server runs jobs with `EXPORTS: 'on'`. */
export async function createPacket(api: Api, { token }: Manager, body: object) {
  const { id } = await api.ok(token, 'POST /api/packets', { body });
  const read = () => api.ok(token, 'GET /api/packets/:id', { params: { id } });
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toMatch(/done|failed/);
  return read();
}

/** A file of a packet as the server sends it. */
export const fetchPacketFile = (
  api: Api,
  { token }: Manager,
  { id, format, range }: { id: number; format: 'pdf' | 'zip'; range?: string },
) =>
  api.server.app.inject({
    method: 'GET',
    url: `/api/packets/${id}/file?format=${format}`,
    headers: { authorization: `Bearer ${token}`, ...(range ? { range } : {}) },
  });

/** Both files of a packet, parsed. */
export async function readPacketFiles(api: Api, manager: Manager, id: number) {
  const [pdf, zip] = await Promise.all(
    (['pdf', 'zip'] as const).map((format) => fetchPacketFile(api, manager, { id, format })),
  );
  expect([pdf?.statusCode, zip?.statusCode]).toEqual([200, 200]);
  const bytes = pdf?.rawPayload ?? Buffer.alloc(0);
  return { bytes, pdf: await readPdf(bytes), entries: await readZip(zip?.rawPayload ?? Buffer.alloc(0)) };
}
