/** Tells open pages which lists changed. Carries no data: pages ask again, with their own rights. */

export interface DataChange {
  businessId: number;
  /** Names of what changed, e.g. `notes`; the browser refreshes what it shows of them. */
  topics: string[];
  /** Only these people are told; everybody of the business when left out. */
  userIds?: number[];
}

export interface Subscriber {
  businessId: number;
  userId: number;
  onChange(topics: string[]): void;
  /** The session of this stream ended. */
  onEnd(): void;
}

export class EventBus {
  readonly #listeners = new Map<number, Set<Subscriber>>();
  readonly #taps = new Set<(change: DataChange) => void>();

  /** Tells the open pages of this process. */
  deliver(change: DataChange): void {
    for (const listener of this.#listeners.get(change.businessId) ?? []) {
      if (!change.userIds || change.userIds.includes(listener.userId)) listener.onChange(change.topics);
    }
  }

  /** Tells every node: this one at once, the others through whoever taps the bus. */
  publish(change: DataChange): void {
    this.deliver(change);
    for (const tap of this.#taps) tap(change);
  }

  onPublish(onChange: (change: DataChange) => void): () => void {
    this.#taps.add(onChange);
    return () => this.#taps.delete(onChange);
  }

  subscribe(listener: Subscriber): () => void {
    const group = this.#listeners.get(listener.businessId) ?? new Set();
    this.#listeners.set(listener.businessId, group.add(listener));
    return () => {
      group.delete(listener);
      if (group.size === 0) this.#listeners.delete(listener.businessId);
    };
  }

  /** Open pages of one person. */
  countStreams(businessId: number, userId: number): number {
    return [...(this.#listeners.get(businessId) ?? [])].filter((one) => one.userId === userId).length;
  }

  /** Ends every stream, at shutdown. */
  endAll(): void {
    for (const group of this.#listeners.values()) for (const listener of group) listener.onEnd();
  }
}
