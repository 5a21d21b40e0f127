/** How long a reader may take none of its answer. */
import type { FastifyInstance } from 'fastify';
import { Socket } from 'node:net';

const LONGEST_PAUSE_MS = 30_000;

/**
 * Disconnects clients that receive nothing for so long, because their responses stay in memory. A client that
 * reads slowly may take its time. Streams of changes have a bound of their own (stream.ts).
 */
export function limitSendTime(app: FastifyInstance, longestPause = LONGEST_PAUSE_MS): void {
  app.addHook('onSend', async (_request, reply) => {
    // Ends with the answer: Node sets the time that the connection may be idle instead. A call from within has none.
    if (reply.raw.socket instanceof Socket) reply.raw.setTimeout(longestPause);
  });
}
