/** `GET /api/events`: tells an open page which lists changed (server-sent events). */
import type { FastifyReply } from 'fastify';
import { tooMany } from '../errors.ts';
import type { eventsContract } from '../../contract/events.ts';
import type { MemberContext } from '../context.ts';
import type { Handlers } from './handlers.ts';

const HEARTBEAT_MS = 25_000;
const PAGES_PER_PERSON = 10;
/** A reader that lets this much pile up is cut; it comes back and refreshes. */
const BACKLOG_BYTES = 64 * 1024;

export const eventsRoutes: Handlers<typeof eventsContract> = {
  'GET /api/events': async (context, { reply }) => streamChanges(context, reply),
};

/** Opens the stream; it ends with the session, with the server, or when the page goes. */
function streamChanges(context: MemberContext, reply: FastifyReply): undefined {
  const { services, session } = context;
  const { businessId, userId } = session;
  if (services.events.openPages(businessId, userId) >= PAGES_PER_PERSON) {
    throw tooMany(30, 'Too many open pages. Please close one.');
  }
  reply.hijack();
  const out = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const write = (text: string) => {
    if (out.writableLength > BACKLOG_BYTES) out.destroy();
    else out.write(text);
  };
  write('retry: 2000\n\nevent: ready\ndata: {}\n\n');
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
  const stop = services.events.listen({
    businessId,
    userId,
    onChange: (topics) => write(`event: changed\ndata: ${JSON.stringify({ topics })}\n\n`),
    onEnd: () => out.end('event: bye\ndata: {}\n\n'),
  });
  out.on('close', () => {
    clearInterval(heartbeat);
    stop();
  });
  return undefined;
}
