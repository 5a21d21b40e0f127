/** A network between a browser and the product that breaks one connection in the middle of a submitted note. */

import { startRelay } from './tcpRelay.ts';

/** Where the connection breaks: after this part of the bytes of the request or of its answer. */
export interface Cut {
  side: 'request' | 'answer';
  /** From 0 to below 1. */
  part: number;
}

export interface CuttingNetwork {
  /** The product through this network. */
  url: string;
  /** Breaks the connection of the next submitted note, once. */
  cutNext(cut: Cut): void;
  /** Resolves when the next submitted note begins to arrive. */
  nextNote(): Promise<void>;
  stop(): Promise<void>;
}

const SUBMIT = 'POST /api/notes HTTP/1.1\r\n';

/** The length of a message by its head: an answer without a length counts as 4 kB. */
function readLength(bytes: Buffer): number {
  const head = bytes.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
  return head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 4_000);
}

/** @param product the address of the product, which may be away for a while */
export async function startCuttingNetwork(product: string): Promise<CuttingNetwork> {
  let next: Cut | null = null;
  let announce = () => {};
  const relay = await startRelay(product, ({ program, server }) => {
    let cut: Cut | null = null;
    /** Bytes until the break, once the message on that side has begun. */
    let left: number | null = null;
    const pass = (side: Cut['side'], bytes: Buffer) => {
      const [to, from] = side === 'request' ? [server, program] : [program, server];
      if (cut?.side !== side) return void to.write(bytes);
      if (to.writableEnded) return;
      left ??= Math.floor(readLength(bytes) * cut.part);
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      to.write(passed);
      if (left === 0) to.end(() => from.destroy());
    };
    program.on('data', (bytes: Buffer) => {
      if (bytes.includes(SUBMIT)) {
        announce();
        [cut, next] = [next, null];
      }
      pass('request', bytes);
    });
    server.on('data', (bytes: Buffer) => pass('answer', bytes));
  });
  return {
    ...relay,
    url: relay.url.replace(/\/$/, ''),
    cutNext: (cut) => (next = cut),
    nextNote: () => new Promise((resolve) => (announce = resolve)),
  };
}
