/** The thread that makes the files of a packet (features/packets/server/work.ts). */
import { workerData } from 'node:worker_threads';
import type { PacketInput, PacketMessage } from '#features/packets/server/work.ts';
import { writePacket } from '#features/packets/server/archive/packetArchive.ts';
import { lowerPriority, postToServer } from '#platform/server/threads/threadSupport.ts';

lowerPriority();

await writePacket(workerData as PacketInput, () => postToServer({ type: 'visit' } satisfies PacketMessage));
