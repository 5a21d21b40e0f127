/** TCP relays between a program and a server that can break connections. */

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface Relay {
  /** The same database through the relay. */
  url: string;
  stop(): Promise<void>;
}

/** Both ends of one connection; destroying one destroys the other. */
export interface RelayedConnection {
  program: Socket;
  server: Socket;
}

/** Passes everything on until a client sends this text; the response to it is lost with the connection. */
export const startCuttingRelay = (connectionString: string, text: string): Promise<Relay> =>
  startRelay(connectionString, ({ program, server }) => {
    let isLast = false;
    program.on('data', (bytes: Buffer) => {
      isLast ||= bytes.includes(text);
      server.write(bytes);
    });
    server.on('data', (answer: Buffer) => {
      if (isLast) server.destroy();
      else program.write(answer);
    });
  });

export interface PausableRelay extends Relay {
  /** Stops all traffic; neither side notices when the other closes. */
  pause(): void;
  /** Delivers the data sent during the pause. */
  resume(): void;
  /** Silently drops the data sent during the pause and the connections; new connections work. */
  drop(): void;
}

/** Passes everything on until it is paused. */
export async function startPausableRelay(connectionString: string): Promise<PausableRelay> {
  let isPaused = false;
  const all = new Set<Socket>();
  const relay = await startRelay(connectionString, ({ program, server }) => {
    program.on('data', (bytes: Buffer) => server.write(bytes));
    server.on('data', (answer: Buffer) => program.write(answer));
    for (const end of [program, server]) {
      all.add(end);
      end.once('close', () => all.delete(end));
      if (isPaused) end.pause();
    }
  });
  return {
    ...relay,
    pause() {
      isPaused = true;
      for (const end of all) end.pause();
    },
    resume() {
      isPaused = false;
      for (const end of all) end.resume();
    },
    drop() {
      isPaused = false;
      all.clear();
    },
  };
}

/** Listens for programs; `join` connects each with the server. */
export async function startRelay(
  connectionString: string,
  join: (ends: RelayedConnection) => void,
): Promise<Relay> {
  const behind = new URL(connectionString);
  const sockets = new Set<Socket>();
  const relay = createServer((program) => {
    const server = connect(Number(behind.port), behind.hostname);
    const ends = [program, server];
    for (const end of ends) {
      sockets.add(end);
      // A driver sends each message separately; with Nagle's algorithm they take 40 ms each.
      end.setNoDelay(true);
      end.on('close', () => {
        sockets.delete(end);
        for (const other of ends) other.destroy();
      });
      // The program under test sees its own socket close.
      end.on('error', () => end.destroy());
    }
    join({ program, server });
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(connectionString);
  [url.hostname, url.port] = ['127.0.0.1', String((relay.address() as AddressInfo).port)];
  return {
    url: url.href,
    stop: async () => {
      const closed = once(relay, 'close');
      relay.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
