import type { MemberContext } from '#platform/server/context.ts';
import type { ResumableFile } from '#platform/server/files/resumable.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { getJobRow, getJobFile, listJobRows } from '#features/exports/server/jobs/reads.ts';
import type { exportJobs } from '#features/exports/server/tables.ts';
import { PACKET_FORMATS, type Packet, type PacketFormat } from '#features/packets/contract.ts';
import { findFirstEntry } from './archive/firstEntry.ts';
import { packetRequest } from './packetRequest.ts';

const KIND = 'packet';

type Row = typeof exportJobs.$inferSelect;

/** The last 20 packets, newest first. */
export async function listPackets(context: MemberContext): Promise<Packet[]> {
  return (await listJobRows(context, KIND)).map(toPacket);
}

/** @throws 404 */
export async function readPacket(context: MemberContext, id: number): Promise<Packet> {
  return toPacket(await readInBusiness(context, (tx) => getJobRow(tx, { id, kind: KIND })));
}

function toPacket({ id, state, done, total, failure, createdAt, finishedAt, ...row }: Row): Packet {
  const { noteIds, pairs, sample } = packetRequest.parse(row.request);
  return {
    id,
    state,
    done,
    of: total,
    failure,
    createdAt,
    finishedAt,
    visits: noteIds.length,
    pairs,
    sample,
    formats: row.storageKey === null ? [] : [...PACKET_FORMATS],
    fileSize: row.fileSize,
    unprintable: row.unprintable,
  };
}

/** The ZIP file of a packet, or the PDF in it. @throws 404; 409 `file_not_ready` before it is done */
export async function readPacketFile(
  context: MemberContext,
  { id, format }: { id: number; format: PacketFormat },
): Promise<ResumableFile> {
  const file = await readInBusiness(context, (tx) => getJobFile(tx, { id, kind: KIND }));
  if (format === 'zip') return file;
  return {
    ...file,
    part: await findFirstEntry(context.services.files, file.key),
    name: file.name.replace(/\.zip$/, '.pdf'),
    mimeType: 'application/pdf',
  };
}
