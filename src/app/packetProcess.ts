/** The process that makes the files of a packet (features/packets/server/work.ts). */

import type { ChildWork } from '#platform/server/childProcess/childWork.ts';
import { writePacket } from '#features/packets/server/archive/packetArchive.ts';
import type { PacketInput, PacketMessage } from '#features/packets/server/work.ts';

export const work: ChildWork<PacketInput, PacketMessage> = async (input, send) => {
  const unprintable = await writePacket(input, () => void send({ type: 'visit' }));
  await send({ type: 'done', unprintable });
};
