/** A network between a program and PostgreSQL in which one statement, the chosen one, meets with a fault. */
import { relayTo } from './relay.ts';
import type { Ends } from './relay.ts';

/**
 * `cut`: the connection breaks before the server hears the statement. `lost`: the server carries it out and its answer
 * is lost with the connection. `error`: the server refuses it, and the connection stays.
 */
export const FAULTS = ['cut', 'lost', 'error'] as const;

export interface Fault {
  kind: (typeof FAULTS)[number];
  /** Of the statements that are said from now on, the first is 1. */
  step: number;
  /** Only statements like this are counted. */
  among?: RegExp;
}

export interface FaultyNetwork {
  url: string;
  /** From now on this is to happen, or nothing; the count of statements begins anew. */
  expect(fault: Fault | null): void;
  /** How many statements were said since `expect`, and the one that met with the fault. */
  seen(): { statements: number; struck: string | null };
  stop(): Promise<void>;
}

/** Told to other nodes at times of its own, so it is no step of anything. */
const NO_STEP = /pg_notify|^listen /;

/** Passes everything on but what `expect` says. */
export async function startFaultyNetwork(connectionString: string): Promise<FaultyNetwork> {
  let fault: Fault | null = null;
  let statements = 0;
  let struck: string | null = null;

  /** What the message meets with, if it is a statement and its turn has come. */
  const fateOf = (message: Buffer): Fault['kind'] | null => {
    const at = textAt(message);
    const text = at === null ? '' : message.toString('utf8', at, message.indexOf(0, at));
    // An empty one is what the driver says to close a statement.
    if (at === null || text === '' || NO_STEP.test(text)) return null;
    if (fault?.among && !fault.among.test(text)) return null;
    statements += 1;
    if (fault?.step !== statements) return null;
    struck = text;
    return fault.kind;
  };

  const join = ({ program, server }: Ends) => {
    const messagesIn = messages();
    let isLost = false;
    program.on('data', (words: Buffer) => {
      for (const message of messagesIn(words)) {
        const fate = fateOf(message);
        if (fate === 'cut') {
          server.destroy();
          return;
        }
        if (fate === 'lost') isLost = true;
        if (fate === 'error') spoil(message);
        server.write(message);
      }
    });
    server.on('data', (answer: Buffer) => {
      if (isLost) server.destroy();
      else program.write(answer);
    });
  };

  const relay = await relayTo(connectionString, join);
  return {
    ...relay,
    expect(next) {
      fault = next;
      statements = 0;
      struck = null;
    },
    seen: () => ({ statements, struck }),
  };
}

/** Cuts what one program says into messages; the first one has no letter before its length. */
function messages(): (words: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  let letter = 0;
  return (words) => {
    rest = Buffer.concat([rest, words]);
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

const [QUERY, PARSE] = ['Q', 'P'].map((letter) => letter.charCodeAt(0));

/** Where the SQL begins in a message that holds any; before it come letter and length, and the name in a Parse. */
function textAt(message: Buffer): number | null {
  if (message[0] === QUERY) return 5;
  return message[0] === PARSE ? message.indexOf(0, 5) + 1 : null;
}

/** Makes it one that PostgreSQL cannot read. */
function spoil(message: Buffer): void {
  message[textAt(message) ?? 0] = '!'.charCodeAt(0);
}
