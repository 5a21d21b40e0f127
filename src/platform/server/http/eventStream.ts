/** `GET /api/events`: server-sent events with the topics of the lists that changed. */

import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { eventsContract } from '#platform/contract/events.ts';
import { clock } from '#platform/server/clock.ts';
import type { MemberContext, Services } from '#platform/server/context.ts';
import { tooManyRequests } from '#platform/server/errors.ts';
import type { Delivery } from '#platform/server/events.ts';
import type { TokenKey } from '#platform/server/secrets.ts';
import { feature } from './handlers.ts';

const HEARTBEAT_MS = 25_000;
const STREAMS_PER_USER = 10;
/** The first request of a page may have reached the server this much faster than that of its stream. */
const LATENCY_MS = 1_000;
/** A reader with more unread bytes than this is disconnected; it reconnects and refreshes everything. */
const BACKLOG_BYTES = 64 * 1024;
/** Changes that many pages receive are sent in this many steps over one second. */
const SPREAD_STEPS = 10;
const SPREAD_STEP_MS = 100;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** Checks that the session of a token has not ended. */
type SessionCheck = (services: Services, tokenKey: TokenKey, now: Date) => Promise<boolean>;

export const eventRoutes = (isSessionValid: SessionCheck) =>
  feature(eventsContract, {
    'GET /api/events': async (context, { query, reply }) => {
      const { services, session } = context;
      if (services.events.countStreams(session.businessId, session.userId) >= STREAMS_PER_USER)
        throw tooManyRequests(30, 'Too many open pages. Please close one.');
      if (reply.request.method === 'HEAD') return reply.headers(STREAM_HEADERS).send(Readable.from([]));
      reply.hijack();
      new EventStream(context, reply, isSessionValid).open(query.since);
      return undefined;
    },
  });

/**
 * One open stream. It looks up its session before each event, so nothing that is committed after the session ended is
 * delivered on any node. Lookups of one tick are one query.
 */
class EventStream {
  readonly #context: MemberContext;
  readonly #reply: FastifyReply;
  readonly #isSessionValid: SessionCheck;
  readonly #pending = new Set<string>();
  #isOwn = false;
  #sending = false;
  #delay: NodeJS.Timeout | undefined;

  constructor(context: MemberContext, reply: FastifyReply, isSessionValid: SessionCheck) {
    this.#context = context;
    this.#reply = reply;
    this.#isSessionValid = isSessionValid;
  }

  /** @param since milliseconds since the first request of a page that opens; undefined when it connects again */
  open(since: number | undefined): void {
    const { raw } = this.#reply;
    // Disconnected while the session was looked up: there will be no `close` event.
    if (raw.destroyed) return;
    const { services, session } = this.#context;
    for (const [name, value] of Object.entries(this.#reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, STREAM_HEADERS);
    this.#write('retry: 2000\n\nevent: ready\ndata: {}\n\n');
    const heartbeat = setInterval(() => {
      this.#write(': heartbeat\n\n');
      void this.#send();
    }, HEARTBEAT_MS);
    const unsubscribe = services.events.subscribe({
      businessId: session.businessId,
      userId: session.userId,
      onChange: (topics, delivery) => this.#queue(topics, delivery),
      onEnd: () => this.#end(),
    });
    const recent = since === undefined ? [] : services.events.listRecentTopics(session, since + LATENCY_MS);
    if (recent.length > 0) this.#queue(recent, { own: false, spread: false });
    raw.on('close', () => {
      clearInterval(heartbeat);
      clearTimeout(this.#delay);
      unsubscribe();
    });
  }

  #queue(topics: string[], { own, spread }: Delivery): void {
    for (const topic of topics) this.#pending.add(topic);
    this.#isOwn ||= own;
    if (!spread) return void this.#send();
    const wait = Math.floor(Math.random() * SPREAD_STEPS) * SPREAD_STEP_MS;
    this.#delay ??= setTimeout(() => {
      this.#delay = undefined;
      void this.#send();
    }, wait);
  }

  /** Sends the pending topics, or ends the stream if its session has ended. */
  async #send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    let topics: string[] = [];
    try {
      do {
        // Read before the lookup: a change that arrives during it needs its own lookup.
        topics = [...this.#pending];
        const own = this.#isOwn;
        this.#pending.clear();
        this.#isOwn = false;
        const { services, tokenKey } = this.#context;
        if (!(await this.#isSessionValid(services, tokenKey, clock.now()))) return this.#end();
        if (topics.length > 0)
          this.#write(`event: changed\ndata: ${JSON.stringify(own ? { topics, own } : { topics })}\n\n`);
      } while (this.#pending.size > 0);
    } catch (error) {
      // Sent with the next change or heartbeat.
      for (const topic of topics) this.#pending.add(topic);
      this.#context.log.warn({ err: error }, 'the session of an event stream could not be checked');
    } finally {
      this.#sending = false;
    }
  }

  #write(text: string): void {
    const { raw } = this.#reply;
    if (raw.writableEnded) return;
    if (raw.writableLength > BACKLOG_BYTES) raw.destroy();
    else raw.write(text);
  }

  #end(): void {
    if (!this.#reply.raw.writableEnded) this.#reply.raw.end('event: bye\ndata: {}\n\n');
  }
}
