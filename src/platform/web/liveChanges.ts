/**
 * Subscribes to `GET /api/events`, so that open pages are current without polling. One tab of a user holds the stream
 * and passes its events on, because browsers limit the connections to an origin.
 */
import { EVERYTHING, REPEATED_MS, type ChangeEvent } from '#platform/contract/changeEvent.ts';
import { recordConnection } from './connection.ts';
import { applyChangeEvent, expectChangeEvents } from './queries.ts';
import { expireSession, storedSession } from './session.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** The server sends a heartbeat every 25 seconds. */
const INACTIVITY_TIMEOUT_MS = 60_000;

/** Of the channel and the lock; another one when the messages change, because older pages may be open. */
const CHANNEL = 'change-events';

/** What tabs send each other. A tab that opens asks for the changes that the server would repeat, as `opened`. */
type Message = { opened: number } | { change: ChangeEvent; to?: number };

/** Subscribes with a session's token. Returns how to unsubscribe. */
export function followChanges(token: string): () => void {
  expectChangeEvents(true);
  const controller = new AbortController();
  const { signal } = controller;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null;
  const send = (message: Message) => channel?.postMessage(message);
  const tab = Math.random();
  const receive = (change: ChangeEvent) => {
    recordConnection(true);
    applyChangeEvent(change);
  };
  let recent: { topics: string[]; at: number }[] = [];
  const publish = (change: ChangeEvent) => {
    receive(change);
    send({ change });
    recent = [...recent.filter(isRepeated), { topics: change.topics, at: performance.now() }];
  };
  const repeat = (to: number) => {
    const topics = recent.filter(isRepeated).flatMap((one) => one.topics);
    if (topics.length > 0) send({ change: { topics }, to });
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('opened' in data) repeat(data.opened);
    else if (data.to === undefined || data.to === tab) receive(data.change);
  });
  send({ opened: tab });
  const follow = () => keepReading({ token, publish, signal });
  // Locks need a secure context; without them each tab has a stream of its own.
  if ('locks' in navigator) {
    navigator.locks.request(CHANNEL, { signal }, follow).catch((error: Error) => {
      if (!signal.aborted) throw error;
    });
  } else void follow();
  return () => {
    controller.abort();
    channel?.close();
    expectChangeEvents(false);
  };
}

interface Subscription {
  token: string;
  publish: (change: ChangeEvent) => void;
  signal: AbortSignal;
}

/** When this page sent its first request to the API, in milliseconds since it was opened. */
function firstRequestAt(): number {
  const requests = performance.getEntriesByType('resource');
  return requests.find(({ name }) => new URL(name).pathname.startsWith('/api/'))?.startTime ?? 0;
}

const isRepeated = ({ at }: { at: number }): boolean => at > performance.now() - REPEATED_MS;

async function keepReading({ token, publish, signal }: Subscription): Promise<void> {
  let wait = FIRST_WAIT_MS;
  // Also when the page was opened without a network, with what was encrypted before.
  let isOutdated = false;
  const onReady = () => {
    if (isOutdated || performance.now() - firstRequestAt() > REPEATED_MS) publish({ topics: [EVERYTHING] });
    wait = FIRST_WAIT_MS;
  };
  // A logout removes the stored session before the page is reloaded.
  while (!signal.aborted && storedSession()?.token === token) {
    const outcome = await readStream(token, { onReady, publish, signal });
    if (outcome === 'session-ended') return;
    isOutdated = true;
    await pause(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

interface Reader {
  onReady: () => void;
  publish: (change: ChangeEvent) => void;
  signal: AbortSignal;
}

/** Reads one connection until it ends or fails; the caller reconnects. */
async function readStream(token: string, reader: Reader): Promise<'ended' | 'session-ended'> {
  const inactivity = new AbortController();
  let timer = setTimeout(() => inactivity.abort(), INACTIVITY_TIMEOUT_MS);
  try {
    const response = await fetch('/api/events', {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      signal: AbortSignal.any([reader.signal, inactivity.signal]),
    });
    if (response.status === 401) {
      expireSession(token);
      return 'session-ended';
    }
    if (!response.ok || !response.body) return 'ended';
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await chunks.read();
      if (done) return 'ended';
      clearTimeout(timer);
      timer = setTimeout(() => inactivity.abort(), INACTIVITY_TIMEOUT_MS);
      const events = (text + value).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) handleEvent(event, reader);
    }
  } catch {
    // No connection, a server shutdown or inactivity: reconnect.
    return 'ended';
  } finally {
    clearTimeout(timer);
  }
}

function handleEvent(event: string, { onReady, publish }: Reader): void {
  const fields = new Map(
    event.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
    }),
  );
  // A heartbeat, which changes nothing, shows every tab that the server can be reached.
  if (!fields.has('event')) return publish({ topics: [] });
  if (fields.get('event') === 'ready') onReady();
  if (fields.get('event') !== 'changed') return;
  publish(JSON.parse(fields.get('data') ?? '') as ChangeEvent);
}

/** Waits, or until the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
