/** A network between the product and an external service that fails when a test asks for it. */
import { startRelay } from './tcpRelay.ts';

/**
 * `away`: the connection breaks instead of passing on the request. `torn`: half of it gets through. `lost`: all of
 * it gets through, and the answer is lost with the connection.
 */
export const FAILURES = ['away', 'torn', 'lost'] as const;

/** `halved`: all of it gets through, and of the answer the first half. */
type Kind = (typeof FAILURES)[number] | 'halved';

export interface Failure {
  kind: Kind;
  /** How many chunks of the product are passed on before it fails. */
  after: number;
}

export interface FlakyNetwork {
  /** The service through this network, without a slash at the end. */
  url: string;
  /** The failure of the next chunk, once; null for none. */
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
    program.on('data', (bytes: Buffer) => {
      const kind = isDue() ? next?.kind : undefined;
      if (kind !== undefined) next = null;
      if (kind === 'away') server.destroy();
      else if (kind === 'torn') server.end(bytes.subarray(0, bytes.length / 2), () => program.destroy());
      else server.write(bytes);
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
