/** How long a request may take to arrive, and a client to receive its response. */

import type { FastifyInstance } from 'fastify';
import { Socket } from 'node:net';

/** For a whole request: 25 MB over a poor mobile network. */
export const REQUEST_TIMEOUT_MS = 10 * 60 * 1000;
/** A body without a file is small; a slower one only holds the connection. */
const BODY_TIMEOUT_MS = 15_000;
/** For an upload that sends nothing, and for a client that receives nothing. */
const STALL_TIMEOUT_MS = 30_000;

/** Closes connections whose request body does not arrive in time; an upload may take long while it makes progress. */
export function limitBodyTime(
  app: FastifyInstance,
  { bodyTimeout = BODY_TIMEOUT_MS, stallTimeout = STALL_TIMEOUT_MS } = {},
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { headers, socket } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (!hasBody) return;
    const isUpload = routeOptions.config.endpoint?.upload !== undefined;
    let lastBytesRead = -1;
    const check = () => {
      if (!isUpload || socket.bytesRead === lastBytesRead) raw.destroy();
      lastBytesRead = socket.bytesRead;
    };
    const timer = setInterval(check, isUpload ? stallTimeout : bodyTimeout).unref();
    const stop = () => clearInterval(timer);
    raw.once('end', stop).once('close', stop);
  });
}

/**
 * Closes connections of clients that receive nothing, because their responses stay in memory; a slow client may take
 * long. Event streams have a limit of their own (eventStream.ts).
 */
export function limitSendTime(app: FastifyInstance, stallTimeout = STALL_TIMEOUT_MS): void {
  app.addHook('onSend', async (_request, reply) => {
    // Ends with the response: Node sets the keep-alive timeout then. A call of `inject` has no socket.
    if (reply.raw.socket instanceof Socket) reply.raw.setTimeout(stallTimeout);
  });
}
