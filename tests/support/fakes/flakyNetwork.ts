/** A network between the product and a service of others, that breaks when a test says so. */
import { relayTo } from './tcpRelay.ts';

/**
 * `away`: the connection breaks instead of passing on what is said. `torn`: half of it gets through. `lost`: all of
 * it gets through, and the answer is lost with the connection.
 */
export const BREAKS = ['away', 'torn', 'lost'] as const;

/** `halved`: all of it gets through, and of the answer the first half. */
type Kind = (typeof BREAKS)[number] | 'halved';

export interface Break {
  kind: Kind;
  /** How much is passed on before it breaks, in pieces as the product says them. */
  after: number;
}

export interface BrokenNetwork {
  /** The service through this network, without a slash at the end. */
  url: string;
  /** What is to happen to the next that is said, once; null for nothing. */
  breakOnce(next: Break | null): void;
  /** Whether it has happened. */
  broke(): boolean;
  stop(): Promise<void>;
}

/** @param service its address */
export async function startBrokenNetwork(service: string): Promise<BrokenNetwork> {
  let next: Break | null = null;
  let passed = 0;
  const isDue = () => next !== null && passed++ >= next.after;
  const relay = await relayTo(service, ({ program, server }) => {
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
    breakOnce(wanted) {
      next = wanted;
      passed = 0;
    },
    broke: () => next === null,
  };
}
