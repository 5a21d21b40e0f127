/** Structured logs, one JSON line each, with secrets removed. */
import { pino } from 'pino';
import type { DestinationStream } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

/** Names whose values are never written, wherever they stand in what is logged, up to two levels down. */
export const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'claim',
  'clientSignatureCode',
  'signatureCode',
  'employeeSignature',
  'clientSignature',
  'clientSecret',
  'cardNumber',
  'cvc',
  'totp',
  'secret',
  'recoveryCodes',
  'tempPassword',
  'resetUrl',
];

const DEPTHS = ['', '*.', '*.*.'];

/**
 * @param level pino's level names; `silent` writes nothing
 * @param to standard output when left out
 */
export function openLog(level: string, to?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((name) => DEPTHS.map((depth) => pathOf(depth, name))),
      censor: '[removed]',
    },
    serializers: { err: describe },
  };
  return pino(options, to ?? standardOutput);
}

/** With it pino tells the stream the level of each line. */
const METADATA: unique symbol = Symbol.for('pino.metadata');
const WARN = 40;
const GATHERED_MS = 100;
const GATHERED_LINES = 100;

/**
 * Standard output, written to a few times a second and not for each line, which cost an eighth of a small request.
 * Warnings and errors go out at once, with all that came before them; so does everything when the process exits, but
 * not when a signal kills it.
 */
class Gathered implements DestinationStream {
  readonly [METADATA] = true;
  lastLevel = 0;
  /** Whole before it returns, so that an exit loses nothing; whoever has stopped to read it stops no server. */
  readonly #output = pino.destination({ fd: 1, sync: true });
  #lines: string[] = [];
  #timer: NodeJS.Timeout | null = null;

  write(line: string): void {
    this.#lines.push(line);
    if (this.lastLevel >= WARN || this.#lines.length >= GATHERED_LINES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), GATHERED_MS).unref();
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const lines = this.#lines.splice(0).join('');
    if (lines !== '') this.#output.write(lines);
  }
}

const standardOutput = new Gathered();
process.on('exit', flushLog);

/** Writes out what is gathered. */
export function flushLog(): void {
  standardOutput.flush();
}

/** A name with a hyphen is written in brackets, which take no dot before them. */
const pathOf = (depth: string, name: string): string =>
  name.includes('-') ? `${depth.replace(/\.$/, '')}["${name}"]` : `${depth}${name}`;

/** An error without the statement's parameters: they may be a person's data. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    name,
    message: message.split('\nparams:')[0],
    code,
    // Frames alone: the lines before them repeat the message with its parameters.
    stack: stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8),
    cause: cause ? describe(cause) : undefined,
  };
}
