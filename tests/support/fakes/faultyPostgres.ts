/** A network between a program and PostgreSQL in which a chosen statement fails. */

import { startRelay, type RelayedConnection } from './tcpRelay.ts';

/**
 * `cut`: the connection breaks before the server receives the statement. `lost`: the server executes it, and the
 * response is lost with the connection. `error`: the server rejects it, and the connection stays.
 */
export const FAULTS = ['cut', 'lost', 'error'] as const;

export interface Fault {
  kind: (typeof FAULTS)[number];
  /** The number of the statement, counted from 1 from now on. */
  step: number;
  /** Only statements like this are counted. */
  among?: RegExp;
}

export interface FaultyPostgres {
  url: string;
  /** Sets the next fault, or none, and restarts the count of statements. */
  expect(fault: Fault | null): void;
  /** Chooses a fault, or none, for each statement from now on; null ends this. */
  randomFaults(choose: (() => Fault['kind'] | null) | null): void;
  /** Statements sent since `expect`, their round trips, and the statement that failed. */
  getStatistics(): { statements: number; roundTrips: number; struck: string | null };
  stop(): Promise<void>;
}

/** Notifications to other nodes happen at any time, so they are not counted. */
const NO_STEP = /pg_notify|^listen /;

/** Passes everything on except for what `expect` sets. */
export async function startFaultyPostgres(connectionString: string): Promise<FaultyPostgres> {
  let fault: Fault | null = null;
  let chooseFault: (() => Fault['kind'] | null) | null = null;
  let statements = 0;
  let roundTrips = 0;
  let struck: string | null = null;

  /** The fault of the statement, if it has one. */
  const getFault = (text: string | null): Fault['kind'] | null => {
    if (text === null || NO_STEP.test(text)) return null;
    if (fault?.among && !fault.among.test(text)) return null;
    statements += 1;
    if (chooseFault) return chooseFault();
    if (fault?.step !== statements) return null;
    struck = text;
    return fault.kind;
  };

  const join = ({ program, server }: RelayedConnection) => {
    const splitMessages = createSplitter();
    const statementIn = createStatementReader();
    let isLost = false;
    let isOnItsWay = false;
    program.on('data', (bytes: Buffer) => {
      for (const message of splitMessages(bytes)) {
        const counted = statements;
        const kind = getFault(statementIn(message));
        // Statements sent before any response share a round trip.
        if (statements > counted && !isOnItsWay) roundTrips += 1;
        isOnItsWay ||= statements > counted;
        if (kind === 'cut') {
          server.destroy();
          return;
        }
        if (kind === 'lost') isLost = true;
        server.write(kind === 'error' ? buildInvalidMessage(message) : message);
      }
    });
    server.on('data', (answer: Buffer) => {
      isOnItsWay = false;
      if (isLost) server.destroy();
      else program.write(answer);
    });
  };

  const relay = await startRelay(connectionString, join);
  return {
    ...relay,
    expect(next) {
      fault = next;
      statements = 0;
      roundTrips = 0;
      struck = null;
    },
    randomFaults(choose) {
      chooseFault = choose;
    },
    getStatistics: () => ({ statements, roundTrips, struck }),
  };
}

/** Splits the bytes of one client into protocol messages; the first one has no letter before its length. */
function createSplitter(): (bytes: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  let letter = 0;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const whole: Buffer[] = [];
    while (rest.length >= letter + 4) {
      const length = letter + rest.readInt32BE(letter);
      if (rest.length < length) break;
      whole.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      letter = 1;
    }
    return whole;
  };
}

const [QUERY, PARSE, BIND] = ['Q', 'P', 'B'].map((letter) => letter.charCodeAt(0));

/** Returns the statement that a message executes, by its text or by the name of a prepared statement. */
function createStatementReader(): (message: Buffer) => string | null {
  const texts = new Map<string, string>();
  return (message) => {
    const [first, second] = [
      readText(message, 5),
      readText(message, 5 + Buffer.byteLength(readText(message, 5)) + 1),
    ];
    if (message[0] === PARSE) texts.set(first, second);
    if (message[0] === QUERY) return first;
    return message[0] === BIND ? (texts.get(second) ?? null) : null;
  };
}

/** The text in a message up to the next zero byte. */
function readText(message: Buffer, at: number): string {
  const end = message.indexOf(0, at);
  return end === -1 ? '' : message.toString('utf8', at, end);
}

/** A message with invalid syntax, which PostgreSQL rejects. */
function buildInvalidMessage(message: Buffer): Buffer {
  if (message[0] === QUERY) return Buffer.from('Q\0\0\0\x06!\0', 'latin1');
  // After an error PostgreSQL ignores messages until the statement's Sync, which follows anyway.
  return Buffer.from('P\0\0\0\x09\0!\0\0\0', 'latin1');
}
