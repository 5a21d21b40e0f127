/**
 * The parts of the PostgreSQL wire protocol that a proxy needs: message boundaries, the messages that request a
 * response, and the fields of an ErrorResponse.
 */

const letter = (character: string): number => character.charCodeAt(0);
const terminate = letter('X');
const errorResponse = letter('E');
/** After these the client waits for a response: Query, Sync, Flush, CopyDone, CopyFail. */
const groupEnds = new Set([...'QSHcf'].map(letter));
const executing = new Set([...'QE'].map(letter));

/**
 * Splits a client's bytes into groups of messages that have one response. The first group is the startup packet, which
 * has no type byte. Incomplete messages are buffered; Terminate is dropped, because it would end the only session.
 */
export class GroupSplitter {
  #rest = new Uint8Array(0);
  #started = false;

  push(bytes: Uint8Array): Uint8Array[] {
    const all = this.#rest.length === 0 ? bytes : concatenate([this.#rest, bytes]);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const groups: Uint8Array[] = [];
    let start = 0;
    let at = 0;
    for (;;) {
      const header = this.#started ? 1 : 0;
      if (at + header + 4 > all.length) break;
      const end = at + header + view.getUint32(at + header);
      if (end > all.length) break;
      const type = view.getUint8(at);
      if (!this.#started || groupEnds.has(type)) {
        groups.push(all.subarray(start, end));
        start = end;
      } else if (type === terminate) {
        start = end;
      }
      this.#started = true;
      at = end;
    }
    this.#rest = all.slice(start);
    return groups;
  }
}

/** Concatenates the parts into a new array, which can be transferred. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Counts the messages that execute a statement: Query and Execute. */
export function countStatements(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let statements = 0;
  for (let at = 0; at + 5 <= bytes.length; at += 1 + view.getUint32(at + 1)) {
    if (executing.has(view.getUint8(at))) statements += 1;
  }
  return statements;
}

/** Builds a simple Query message. */
export function simpleQuery(sql: string): Uint8Array {
  const text = new TextEncoder().encode(sql);
  const message = new Uint8Array(text.length + 6);
  message[0] = letter('Q');
  new DataView(message.buffer).setUint32(1, text.length + 5);
  message.set(text, 5);
  return message;
}

/** A Sync message: ends an extended-protocol exchange that was left incomplete. */
export const syncMessage = new Uint8Array([letter('S'), 0, 0, 0, 4]);

export interface ServerError {
  severity: string;
  code: string;
  message: string;
}

/** Finds the first error in the server's bytes that matches. */
export function findError(
  bytes: Uint8Array,
  matches: (error: ServerError) => boolean,
): ServerError | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 5 <= bytes.length; at += 1 + view.getUint32(at + 1)) {
    if (view.getUint8(at) !== errorResponse) continue;
    const error = readError(bytes.subarray(at + 5, at + 1 + view.getUint32(at + 1)));
    if (matches(error)) return error;
  }
  return undefined;
}

/** Reads the fields of an ErrorResponse: a letter, the text, a zero. `V` is the severity, not localized. */
function readError(body: Uint8Array): ServerError {
  const fields = new Map(
    new TextDecoder()
      .decode(body)
      .split('\0')
      .map((field) => [field.charAt(0), field.slice(1)]),
  );
  return {
    severity: fields.get('V') ?? 'ERROR',
    code: fields.get('C') ?? 'XX000',
    message: fields.get('M') ?? '',
  };
}
