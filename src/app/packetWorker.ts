/** The thread that makes the files of a packet (features/packets/server/work.ts). */
import { workerData } from 'node:worker_threads';
import type { PacketInput, PacketMessage } from '#features/packets/server/work.ts';
import { writePacket } from '#features/packets/server/archive/packetArchive.ts';
import { lowerPriority, send } from '#platform/server/threads/inThread.ts';

lowerPriority();

const { content, path } = workerData as PacketInput;
await writePacket(path, content, () => send({ type: 'visit' } satisfies PacketMessage));
