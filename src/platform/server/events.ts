/** Publishes which lists changed to the open pages. Events carry no data: pages fetch again, with their own rights. */

import { EVERYTHING, REPLAY_WINDOW_MS } from '#platform/contract/changeEvent.ts';

export interface DataChange {
  businessId: number;
  /** Topics that changed, e.g. `notes`; the browser refetches their queries. */
  topics: string[];
  /** Only these users receive it; all users of the business when left out. */
  userIds?: number[] | undefined;
  /** The user who made the change; their own pages receive it immediately. */
  actorId?: number | undefined;
}

export interface Delivery {
  /** The subscriber's user made the change. */
  own: boolean;
  /** Many pages receive it, which must not all fetch at the same moment. */
  spread: boolean;
}

export interface Subscriber {
  businessId: number;
  userId: number;
  onChange(topics: string[], delivery: Delivery): void;
  /** The server shuts down. */
  onEnd(): void;
}

/** Changes for all users of a business with more open pages than this are spread over a second. */
const PAGES_AT_ONCE = 50;

/** Selects the subscribers who receive a change. */
const isRecipient = (
  { businessId, userIds, actorId }: DataChange,
  subscriber: Pick<Subscriber, 'businessId' | 'userId'>,
): boolean =>
  businessId === subscriber.businessId &&
  (!userIds || subscriber.userId === actorId || userIds.includes(subscriber.userId));

export class EventBus {
  readonly #subscribers = new Map<number, Set<Subscriber>>();
  readonly #publishListeners = new Set<(change: DataChange) => void>();
  /** The changes of the last `REPLAY_WINDOW_MS`, oldest first. */
  readonly #recent: { change: DataChange; at: number }[] = [];
  /** When this process may last have missed changes of other nodes. */
  #missedAt = performance.now();

  /** Notifies the subscribers in this process. */
  deliver(change: DataChange): void {
    this.#forgetOld();
    this.#recent.push({ change, at: performance.now() });
    const { businessId, topics, userIds, actorId } = change;
    const subscribers = this.#subscribers.get(businessId);
    if (!subscribers) return;
    const spread = !userIds && subscribers.size > PAGES_AT_ONCE;
    for (const one of subscribers) {
      const own = one.userId === actorId;
      if (isRecipient(change, one)) one.onChange(topics, { own, spread: spread && !own });
    }
  }

  /** Makes open pages, and pages that have just opened, refetch everything: changes of other nodes may have been missed. */
  deliverMissed(): void {
    this.#missedAt = performance.now();
    for (const group of this.#subscribers.values())
      for (const one of group) one.onChange([EVERYTHING], { own: false, spread: group.size > PAGES_AT_ONCE });
  }

  #forgetOld(): void {
    const oldest = performance.now() - REPLAY_WINDOW_MS;
    const first = this.#recent.findIndex(({ at }) => at > oldest);
    this.#recent.splice(0, first < 0 ? this.#recent.length : first);
  }

  /** Notifies the subscribers of every node: here directly, on the others through the `onPublish` listeners. */
  publish(change: DataChange): void {
    this.deliver(change);
    for (const listener of this.#publishListeners) listener(change);
  }

  onPublish(listener: (change: DataChange) => void): () => void {
    this.#publishListeners.add(listener);
    return () => this.#publishListeners.delete(listener);
  }

  subscribe(subscriber: Subscriber): () => void {
    const group = this.#subscribers.get(subscriber.businessId) ?? new Set();
    this.#subscribers.set(subscriber.businessId, group.add(subscriber));
    return () => {
      group.delete(subscriber);
      if (group.size === 0) this.#subscribers.delete(subscriber.businessId);
    };
  }

  /** The topics of the changes of the last `periodMs` that a subscriber would have received. */
  listRecentTopics(subscriber: Pick<Subscriber, 'businessId' | 'userId'>, periodMs: number): string[] {
    const start = performance.now() - Math.min(periodMs, REPLAY_WINDOW_MS);
    if (this.#missedAt > start) return [EVERYTHING];
    const changes = this.#recent.filter(({ change, at }) => at > start && isRecipient(change, subscriber));
    return [...new Set(changes.flatMap(({ change }) => change.topics))];
  }

  /** How many streams one user has open in this process. */
  countStreams(businessId: number, userId: number): number {
    return [...(this.#subscribers.get(businessId) ?? [])].filter((one) => one.userId === userId).length;
  }

  /** Ends every stream, at shutdown. */
  endAll(): void {
    for (const group of this.#subscribers.values()) for (const subscriber of group) subscriber.onEnd();
  }
}
