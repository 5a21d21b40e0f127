/** Audit-day packets for tests. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { newKey } from '#platform/server/files/fileStore.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { readPdf } from '#tests/support/helpers/pdf.ts';
import { readZip } from '#tests/support/helpers/zip.ts';
import type { Account } from './businesses.ts';

type Manager = Pick<Account, 'token'>;

/** A packet that is done, with small files, as no job runs while tests walk all calls. */
export async function createStoredPacket(
  api: Api,
  { businessId, userId, noteId }: { businessId: number; userId: number; noteId: number },
): Promise<number> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('%PDF-1.7'), 'packet.pdf', { compress: false });
  zip.end();
  const content = await buffer(zip.outputStream);
  const folder = await mkdtemp(join(tmpdir(), 'packet-'));
  const path = join(folder, 'packet.zip');
  await writeFile(path, content);
  const key = newKey(businessId);
  await api.server.services.files.put(key, path);
  await rm(folder, { recursive: true });
  const [row] = await api.sql<{ id: string }>(
    `insert into export_jobs (business_id, kind, request, state, created_by, created_at, finished_at, storage_key,
       file_name, mime_type, file_size, sha256)
     values ($1, 'packet', $3, 'done', $2, now(), now(), $4, 'audit-packet.zip', 'application/zip', $5, sha256($6))
     returning id`,
    [businessId, userId, { noteIds: [noteId], pairs: null, sample: null }, key, content.length, content],
  );
  return Number(row?.id);
}

/** Creates a packet and waits until its job is done; the server runs jobs with `EXPORTS: 'on'`. */
export async function createPacket(api: Api, { token }: Manager, body: object) {
  const { id } = await api.ok(token, 'POST /api/packets', { body });
  const read = () => api.ok(token, 'GET /api/packets/:id', { params: { id } });
  // Also before the tests of a file, where `expect.poll` does not work.
  await vi.waitFor(async () => expect((await read()).state).toMatch(/done|failed/), { timeout: 60_000 });
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
