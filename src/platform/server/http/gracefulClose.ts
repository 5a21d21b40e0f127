/**
 * An HTTP server whose shutdown accepts the connections that were made before, completes the responses that are being sent,
 * and does not wait for stalled clients.
 */

import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { Server, type RequestListener } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import { setImmediate as runEventLoop, setTimeout as pause } from 'node:timers/promises';

/** During a shutdown, clients that receive nothing for this long are disconnected. */
const SEND_TIMEOUT_MS = 5_000;
/** Connections without a request by then are closed: Node checks `headersTimeout` only while it listens. */
const HEAD_TIMEOUT_MS = 10_000;

interface Timeouts {
  sendTimeout: number;
  headTimeout: number;
}

interface Connection {
  /** Requests without a complete response. */
  pending: number;
  /** Bytes received when the last response was complete; null before the first one. */
  bytesAtEnd: number | null;
}

/**
 * Node's `closeIdleConnections`, which Fastify and `close` call, regards a response as sent once its end is written, and
 * cuts off data that is still being transmitted. In Node 26 it also closes connections whose first request is on its way.
 */
class GracefulServer extends Server {
  readonly #timeouts: Timeouts;
  readonly #open = new Map<Socket, Connection>();
  readonly #limited = new WeakSet<Socket>();
  #closingSince: number | undefined;

  constructor(options: object, listener: RequestListener, timeouts: Timeouts) {
    super(options, listener);
    this.#timeouts = timeouts;
    this.on('connection', (socket: Socket) => {
      this.#open.set(socket, { pending: 0, bytesAtEnd: null });
      socket.once('close', () => this.#open.delete(socket));
    });
    this.prependListener('request', ({ socket }, response) => {
      const connection = this.#open.get(socket);
      if (!connection) return;
      connection.pending += 1;
      response.once('close', () => {
        connection.pending -= 1;
        connection.bytesAtEnd = socket.bytesRead;
      });
    });
  }

  override closeIdleConnections(): void {
    this.#closingSince ??= performance.now();
    const isHeadLate = performance.now() - this.#closingSince >= this.#timeouts.headTimeout;
    for (const [socket, { pending, bytesAtEnd }] of this.#open) {
      if (socket.writableLength > 0) this.#limitSending(socket);
      // Unless it has received the beginning of another request.
      else if (pending === 0 && (isHeadLate || bytesAtEnd === socket.bytesRead)) socket.destroy();
    }
  }

  #limitSending(socket: Socket): void {
    if (!this.#limited.has(socket)) socket.setTimeout(this.#timeouts.sendTimeout);
    this.#limited.add(socket);
  }
}

/** Turns of the event loop without a new connection after which no connection waits to be accepted. */
const QUIET_TURNS = 3;
/** Even a flood of connections delays the close by this at most. */
const ACCEPT_WITHIN_MS = 5_000;
const SWEEP_EVERY_MS = 100;

/**
 * Stops a server: it serves for `drainMs`, then accepts the connections that the system has queued, which the close of the
 * socket would reset, and completes their requests. Without a listening socket it closes at once.
 * @param beforeClose ends what never ends on its own, such as event streams
 */
export async function drainAndClose(
  app: FastifyInstance,
  { drainMs, beforeClose }: { drainMs: number; beforeClose(): void },
): Promise<void> {
  if (app.server.listening) {
    await pause(drainMs);
    await acceptQueued(app.server);
  }
  beforeClose();
  // Without this, connections that become idle during the close stay open until their timeout. A turn later, because
  // requests that have arrived are read before that.
  const sweep = setInterval(() => setImmediate(() => app.server.closeIdleConnections()), SWEEP_EVERY_MS);
  await app.close();
  clearInterval(sweep);
}

async function acceptQueued(server: NetServer): Promise<void> {
  const deadline = performance.now() + ACCEPT_WITHIN_MS;
  let quiet = 0;
  const count = () => (quiet = 0);
  server.on('connection', count);
  for (; quiet < QUIET_TURNS && performance.now() < deadline; quiet += 1) await runEventLoop();
  server.off('connection', count);
}

/** For Fastify's `serverFactory`, which has to set the timeouts of the server. */
export const gracefulServer =
  ({ sendTimeout = SEND_TIMEOUT_MS, headTimeout = HEAD_TIMEOUT_MS } = {}): FastifyServerFactory =>
  (listener, { http, keepAliveTimeout, requestTimeout, connectionTimeout }) => {
    const server = new GracefulServer(http as object, listener, { sendTimeout, headTimeout });
    server.keepAliveTimeout = keepAliveTimeout as number;
    server.requestTimeout = requestTimeout as number;
    server.setTimeout(connectionTimeout as number);
    return server;
  };
