/** An HTTP server whose shutdown completes the responses that are being sent, and does not wait for stalled clients. */
import { Server, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyServerFactory } from 'fastify';

/** During a shutdown, clients that receive nothing for this long are disconnected. */
const SEND_TIMEOUT_MS = 5_000;
/** Connections without a request by then are closed: Node checks `headersTimeout` only while it listens. */
const HEAD_TIMEOUT_MS = 10_000;

interface Timeouts {
  sendTimeout: number;
  headTimeout: number;
}

/**
 * Node's `closeIdleConnections`, which Fastify calls on close, regards a response as sent once its end is written, and
 * cuts off data that is still being transmitted.
 */
class GracefulServer extends Server {
  readonly #timeouts: Timeouts;
  /** Number of pending responses of each open connection. */
  readonly #pending = new Map<Socket, number>();
  readonly #limited = new WeakSet<Socket>();
  #closingSince: number | undefined;

  constructor(options: object, listener: RequestListener, timeouts: Timeouts) {
    super(options, listener);
    this.#timeouts = timeouts;
    this.on('connection', (socket: Socket) => {
      this.#pending.set(socket, 0);
      socket.once('close', () => this.#pending.delete(socket));
    });
    this.prependListener('request', ({ socket }, response) => {
      this.#count(socket, 1);
      response.once('close', () => this.#count(socket, -1));
    });
  }

  #count(socket: Socket, more: number): void {
    const pending = this.#pending.get(socket);
    if (pending !== undefined) this.#pending.set(socket, pending + more);
  }

  override closeIdleConnections(): void {
    this.#closingSince ??= performance.now();
    const sending = [...this.#pending.keys()].filter(({ writableLength }) => writableLength > 0);
    for (const socket of sending) {
      if (!this.#limited.has(socket)) socket.setTimeout(this.#timeouts.sendTimeout);
      this.#limited.add(socket);
    }
    if (sending.length === 0) super.closeIdleConnections();
    if (performance.now() - this.#closingSince < this.#timeouts.headTimeout) return;
    for (const [socket, pending] of this.#pending) if (pending === 0) socket.destroy();
  }
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
