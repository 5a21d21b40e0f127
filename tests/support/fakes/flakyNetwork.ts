/** A network between the product and a service of others, that breaks when a test says so. */
import { startRelay } from './tcpRelay.ts';

/**
 * `away`: the connection breaks instead of passing on what is said. `torn`: half of it gets through. `lost`: all of
 * it gets through, and the answer is lost with the connection.
 */
export const FAILURES = ['away', 'torn', 'lost'] as const;

/** `halved`: all of it gets through, and of the answer the first half. */
type Kind = (typeof FAILURES)[number] | 'halved';

export interface Failure {
  kind: Kind;
  /** How much is passed on before it breaks, in pieces as the product says them. */
  after: number;
}

export interface FlakyNetwork {
  /** The service through this network, without a slash at the end. */
  url: string;
  /** What is to happen to the next that is said, once; null for nothing. */
  failOnce(next: Failure | null): void;
  /** Whether it has happened. */
  hasFailed(): boolean;
  stop(): Promise<void>;
}

/** @param service its address */
export async function startFlakyNetwork(service: string): Promise<FlakyNetwork> {
  let next: Failure | null = null;
  let passed = 0;
  const isDue = () => next !== null && passed++ >= next.after;
  const relay = await startRelay(service, ({ program, server }) => {
    let isLost = false;
    let isHalved = false;
    program.on('data', (words: Buffer) => {
      const kind = isDue() ? next?.kind : undefined;
      if (kind !== undefined) next = null;
      if (kind === 'away') server.destroy();
      else if (kind === 'torn') server.end(words.subarray(0, words.length / 2), () => program.destroy());
      else server.write(words);
      isLost ||= kind === 'lost';
      isHalved ||= kind === 'halved';
    });
    server.on('data', (answer: Buffer) => {
      if (isLost) server.destroy();
      else if (isHalved) program.end(answer.subarray(0, answer.length / 2), () => server.destroy());
      else program.write(answer);
    });
  });
  return {
    ...relay,
    url: relay.url.replace(/\/$/, ''),
    failOnce(wanted) {
      next = wanted;
      passed = 0;
    },
    hasFailed: () => next === null,
  };
}
