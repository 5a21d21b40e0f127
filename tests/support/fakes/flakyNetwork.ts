/** A network between the product and an external service that fails on demand. */

import { startRelay } from './tcpRelay.ts';

/**
 * `away`: the connection breaks before the request. `torn`: half of the request arrives. `lost`: the request arrives,
 * and the response is lost with the connection.
 */
export const FAILURES = ['away', 'torn', 'lost'] as const;

/** `halved`: the request arrives, and half of the response returns. */
type Kind = (typeof FAILURES)[number] | 'halved';

export interface Failure {
  kind: Kind;
  /** Chunks that are passed on before the failure. */
  after: number;
}

export interface FlakyNetwork {
  /** The service through this network, without a slash at the end. */
  url: string;
  /** The failure of the next chunk, once; null for none. */
  failOnce(next: Failure | null): void;
  /** Returns true once the failure has occurred. */
  hasFailed(): boolean;
  stop(): Promise<void>;
}

/** @param service the address of the service */
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
    failOnce(failure) {
      next = failure;
      passed = 0;
    },
    hasFailed: () => next === null,
  };
}
