/** `GET /api/events`: tells an open page which lists changed (server-sent events). */
import type { FastifyReply } from 'fastify';
import { tooManyRequests } from '#platform/server/errors.ts';
import type { eventsContract } from '#platform/contract/events.ts';
import { clock } from '#platform/server/clock.ts';
import type { MemberContext, Services } from '#platform/server/context.ts';
import type { Handlers } from './handlers.ts';

const HEARTBEAT_MS = 25_000;
const PAGES_PER_PERSON = 10;
/** A reader that lets this much pile up is cut; it comes back and refreshes. */
const BACKLOG_BYTES = 64 * 1024;

/** Whether the session of a token goes on. */
type SessionCheck = (services: Services, token: string, now: Date) => Promise<boolean>;

export const eventRoutes = (stands: SessionCheck): Handlers<typeof eventsContract> => ({
  'GET /api/events': async (context, { reply }) => streamChanges(context, reply, stands),
});

/** Opens the stream; it ends within a heartbeat of the session, with the server, or when the page goes. */
function streamChanges(context: MemberContext, reply: FastifyReply, stands: SessionCheck): undefined {
  const { services, session } = context;
  const { businessId, userId } = session;
  if (services.events.countStreams(businessId, userId) >= PAGES_PER_PERSON) {
    throw tooManyRequests(30, 'Too many open pages. Please close one.');
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
  const end = () => void out.end('event: bye\ndata: {}\n\n');
  const heartbeat = setInterval(() => {
    write(': still here\n\n');
    endWithSession(context, stands, end);
  }, HEARTBEAT_MS);
  const stop = services.events.subscribe({
    businessId,
    userId,
    onChange: (topics) => write(`event: changed\ndata: ${JSON.stringify({ topics })}\n\n`),
    onEnd: end,
  });
  out.on('close', () => {
    clearInterval(heartbeat);
    stop();
  });
  return undefined;
}

/** While the database is away nobody knows, and the stream stays until the next look. */
function endWithSession(
  { services, token, log }: MemberContext,
  stands: SessionCheck,
  end: () => void,
): void {
  stands(services, token ?? '', clock.now()).then(
    (goesOn) => !goesOn && end(),
    (error: Error) => log.warn({ err: error }, 'a stream could not ask about its session'),
  );
}
