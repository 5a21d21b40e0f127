/** Which connections a stop may close: it cuts off no answer, and waits for nobody who does not move. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A reader to whom nothing gets through for so long is not waited for. */
const LONGEST_PAUSE_MS = 5_000;
/** A request whose head has not come by then does not come: from the end of listening on Node looks no more itself. */
const LONGEST_HEAD_MS = 10_000;

/**
 * Mends `closeIdleConnections`, which Fastify, Node and `stop` call when the server ends. By itself it takes an answer
 * for sent once its end is written, and cuts off what has yet to go out.
 */
export function closeGracefully(
  server: Server,
  { longestPause = LONGEST_PAUSE_MS, longestHead = LONGEST_HEAD_MS } = {},
): void {
  const open = new Set<Socket>();
  /** How many answers are on their way on a connection, on which calls may come before the last was answered. */
  const answering = new Map<Socket, number>();
  const count = (socket: Socket, more: number) => {
    if (open.has(socket)) answering.set(socket, (answering.get(socket) ?? 0) + more);
  };
  const hurried = new WeakSet<Socket>();
  let began: number | undefined;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      answering.delete(socket);
    });
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    began ??= performance.now();
    const sending = [...open].filter(({ writableLength }) => writableLength > 0);
    for (const socket of sending) {
      if (!hurried.has(socket)) socket.setTimeout(longestPause);
      hurried.add(socket);
    }
    if (sending.length === 0) closeIdle();
    if (performance.now() - began < longestHead) return;
    for (const socket of open) if ((answering.get(socket) ?? 0) === 0) socket.destroy();
  };
}
