import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { sendResumable } from '#platform/server/files/resumable.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { lockBusiness } from '#features/businesses/server/actions.ts';
import { queueJob } from '#features/exports/server/jobs/actions.ts';
import { countOpenJobs } from '#features/exports/server/jobs/reads.ts';
import type { PacketFormat, PacketInput } from '#features/packets/contract.ts';
import type { PacketRequest } from './packetRequest.ts';
import { readPacketFile } from './reads.ts';
import { listClientNames, selectPairs, selectSample } from './selectionReads.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'packet.created': { visits: number; seed?: string };
    'packet.downloaded': { format: PacketFormat; sha256: string };
  }
}

const KIND = 'packet';

/** Packets of a business that may be queued or running: they delay those of other businesses. */
const MAX_OPEN = 3;

/**
 * Chooses the visits of a packet and queues its job.
 * @throws 400 for unknown clients, no visits or too many; 409 `packets_in_progress`
 */
export function createPacket(context: MemberContext, input: PacketInput): Promise<{ id: number }> {
  return writeInBusiness(context, async (tx) => {
    await lockBusiness(tx, context.businessId);
    if ((await countOpenJobs(tx, KIND)) >= MAX_OPEN)
      throw conflict(
        'packets_in_progress',
        `${MAX_OPEN} packets are being created. Wait until one is done, then try again.`,
      );
    const request = await chooseVisits(tx, input);
    const id = await queueJob(tx, context, { kind: KIND, request });
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
