/**
 * Subscribes to `GET /api/events`, so that open pages are current without polling. One tab of a user holds the stream
 * and passes its events on, because browsers limit the connections to an origin.
 */

import { EVERYTHING, REPLAY_WINDOW_MS, type ChangeEvent } from '#platform/contract/changeEvent.ts';
import { recordConnection } from './connection.ts';
import { followPageCache } from './pageCache.ts';
import { applyChangeEvent, expectChangeEvents, refreshAll } from './queries.ts';
import { expireSession, storedSession } from './session.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** The server sends a heartbeat every 25 seconds. */
const INACTIVITY_TIMEOUT_MS = 60_000;

/** Of the channel and the lock; another one when the messages change, because older pages may be open. */
const CHANNEL = 'change-events';

/** A new tab sends its id as `opened`; the tab that holds the stream replays the changes since its first request. */
type Message = { opened: number; since: number } | { change: ChangeEvent; to?: number };

/**
 * Subscribes with a session's token. A page in the back/forward cache unsubscribes, so that another tab gets the stream;
 * shown again, it refetches everything, because it has missed the changes.
 */
export function followChanges(token: string): void {
  let unsubscribe = subscribe(token, getPageAge);
  followPageCache({
    onLeave: () => unsubscribe(),
    onReturn: () => {
      const shownAt = performance.now();
      unsubscribe = subscribe(token, () => Math.ceil(performance.now() - shownAt));
      void refreshAll();
    },
  });
}

/** @param getAge milliseconds since the page began to fetch what it shows */
function subscribe(token: string, getAge: () => number): () => void {
  expectChangeEvents(true);
  const controller = new AbortController();
  const { signal } = controller;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null;
  const send = (message: Message) => channel?.postMessage(message);
  const tabId = Math.random();
  const receive = (change: ChangeEvent) => {
    recordConnection(true);
    applyChangeEvent(change);
  };
  let recent: { topics: string[]; at: number }[] = [];
  const publish = (change: ChangeEvent) => {
    receive(change);
    send({ change });
    recent = [...recent.filter(isInReplayWindow), { topics: change.topics, at: performance.now() }];
  };
  const replay = (to: number, since: number) => {
    const changes = recent.filter(({ at }) => at > performance.now() - since);
    const topics = changes.flatMap((one) => one.topics);
    if (topics.length > 0) send({ change: { topics }, to });
  };
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('opened' in data) replay(data.opened, data.since);
    else if (data.to === undefined || data.to === tabId) receive(data.change);
  });
  send({ opened: tabId, since: getAge() });
  const stopped = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => stopped.resolve());
  // At once when it is stopped: the code of a page that was left does not run.
  const follow = () => Promise.race([keepReading({ token, getAge, publish, signal }), stopped.promise]);
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
  getAge: () => number;
  publish: (change: ChangeEvent) => void;
  signal: AbortSignal;
}

/** Milliseconds since this page sent its first request to the API; since it was opened as long as none has ended. */
function getPageAge(): number {
  const requests = performance.getEntriesByType('resource');
  const first = requests.find(({ name }) => new URL(name).pathname.startsWith('/api/'));
  return Math.ceil(performance.now() - (first?.startTime ?? 0));
}

const isInReplayWindow = ({ at }: { at: number }): boolean => at > performance.now() - REPLAY_WINDOW_MS;

async function keepReading({ token, getAge, publish, signal }: Subscription): Promise<void> {
  let wait = FIRST_WAIT_MS;
  // Also when the page was opened without a network, with what was encrypted before.
  let isOutdated = false;
  const onReady = () => {
    if (isOutdated || getAge() > REPLAY_WINDOW_MS) publish({ topics: [EVERYTHING] });
    wait = FIRST_WAIT_MS;
  };
  // A logout removes the stored session before the page is reloaded.
  while (!signal.aborted && storedSession()?.token === token) {
    const outcome = await readStream(token, {
      onReady,
      publish,
      signal,
      since: isOutdated ? null : getAge(),
    });
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
  /** Milliseconds whose changes are sent first; null when everything is refetched. */
  since: number | null;
}

/** Reads one connection until it ends or fails; the caller reconnects. */
async function readStream(token: string, reader: Reader): Promise<'ended' | 'session-ended'> {
  const inactivity = new AbortController();
  let timer = setTimeout(() => inactivity.abort(), INACTIVITY_TIMEOUT_MS);
  try {
    const response = await fetch(`/api/events${reader.since === null ? '' : `?since=${reader.since}`}`, {
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
