/** Request for a packet, stored with its job. Its visits are chosen once: another attempt makes the same packet. */

import { z } from 'zod';

const days = { from: z.string(), to: z.string() };

export const packetRequest = z.object({
  noteIds: z.array(z.int()),
  pairs: z.array(z.object({ clientId: z.int(), clientName: z.string(), ...days })).nullable(),
  sample: z
    .object({
      ...days,
      count: z.int(),
      /** Hexadecimal. */
      seed: z.string(),
      /** The number of visits that the sample was drawn from. */
      population: z.int(),
    })
    .nullable(),
});
export type PacketRequest = z.output<typeof packetRequest>;
