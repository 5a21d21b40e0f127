/** Creates, deletes and downloads audit-day packets. */

import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { recordAudit } from '#platform/server/audit/record.ts';
import { readFreeForFiles } from '#platform/server/backup/space.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { sendResumable } from '#platform/server/files/resumable.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { lockBusiness } from '#features/businesses/server/actions.ts';
import { deleteJob, queueJob } from '#features/exports/server/jobs/actions.ts';
import { countOpenJobs } from '#features/exports/server/jobs/reads.ts';
import type { PacketFormat, PacketInput } from '#features/packets/contract.ts';
import type { PacketRequest } from './packetRequest.ts';
import { readPacketFile } from './reads.ts';
import { listClientNames, selectPairs, selectSample } from './selectionReads.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'packet.created': { visits: number; seed?: string };
    'packet.deleted': null;
    'packet.downloaded': { format: PacketFormat; sha256: string };
  }
}

const KIND = 'packet';

/** Packets of a business that may be queued or running: one is created and one waits. */
const MAX_OPEN = 2;

/** Of the ZIP file, for each visit: 0.11 MB with signatures of 1200 x 384 pixels (bench/packets.md). */
const VISIT_BYTES = 150_000;

/**
 * Chooses the visits of a packet and queues its job.
 * @throws 400 for unknown clients, no visits or too many; 409 `packets_in_progress`; 507 `no_space_for_backup`
 */
export async function createPacket(context: MemberContext, input: PacketInput): Promise<{ id: number }> {
  const freeBytes = await readFreeForFiles(context.services);
  return writeInBusiness(context, async (tx) => {
    await lockBusiness(tx, context.businessId);
    if ((await countOpenJobs(tx, KIND)) >= MAX_OPEN)
      throw conflict(
        'packets_in_progress',
        'One packet is being created and another is waiting. Try again when one is done.',
      );
    const request = await chooseVisits(tx, input);
    const estimatedBytes = request.noteIds.length * VISIT_BYTES;
    const id = await queueJob(tx, context, { kind: KIND, request, estimatedBytes, freeBytes });
    if (id === null) throw new Error('A packet was not queued');
    const visits = request.noteIds.length;
    const details = request.sample ? { visits, seed: request.sample.seed } : { visits };
    recordAudit(tx, context, { type: 'packet.created', id, details });
    publishChange(tx, ['audit']);
    return { id };
  });
}

async function chooseVisits(tx: BusinessTransaction, { pairs, sample }: PacketInput): Promise<PacketRequest> {
  if (sample) {
    const seed = randomBytes(16).toString('hex');
    const { noteIds, population } = await selectSample(tx, sample, seed);
    return { noteIds, pairs: null, sample: { ...sample, seed, population } };
  }
  const chosen = pairs ?? [];
  const names = await listClientNames(tx, chosen);
  const noteIds = await selectPairs(tx, chosen);
  return {
    noteIds,
    pairs: chosen.map((pair, index) => ({ ...pair, clientName: names[index] ?? '' })),
    sample: null,
  };
}

/** Deletes a packet with its files, or one that waits. @throws as `deleteJob` */
export const deletePacket = (context: MemberContext, id: number): Promise<undefined> =>
  deleteJob(context, { id, kind: KIND }, (tx) => recordAudit(tx, context, { type: 'packet.deleted', id }));

/**
 * Sends a file of a packet, or a range of it; each request is in the audit log.
 * @throws 404, 409 `file_not_ready`, 416
 */
export async function downloadPacket(
  context: MemberContext,
  { id, format }: { id: number; format: PacketFormat },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await readPacketFile(context, { id, format });
  const details = { format, sha256: file.sha256.toString('hex') };
  await writeInBusiness(context, async (tx) => {
    recordAudit(tx, context, { type: 'packet.downloaded', id, details });
    publishChange(tx, ['audit']);
  });
  return sendResumable(reply, context.services.files, file);
}
