/** Connects requests that queue a background job with the runner of this process. */
export class JobQueue {
  #wake: () => void = () => undefined;

  /** Notifies the runner of a queued job; without one, nothing happens. */
  wake(): void {
    this.#wake();
  }

  onWake(wake: () => void): void {
    this.#wake = wake;
  }
}
