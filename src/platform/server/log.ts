/** The structured log: JSON lines without secrets. */

import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream, type LoggerOptions } from 'pino';

/** Properties whose values are removed from every line, up to two levels deep. */
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
  'receiptToken',
];

const DEPTHS = ['', '*.', '*.*.'];

const WARN = 40;

/**
 * Buffers lines, because a write for each is expensive. A warning and an exit write all buffered lines immediately; a signal
 * that kills the process loses those of a quarter of a second.
 */
const standardOutput = pino.destination({ fd: 1, sync: true, minLength: 8192, periodicFlush: 250 });
process.on('exit', flushLog);

/**
 * @param level a level of pino, or `silent`
 * @param to standard output by default
 */
export function openLog(level: string, to: DestinationStream = standardOutput): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    hooks: {
      logMethod(line, log, lineLevel) {
        log.apply(this, line);
        if (lineLevel >= WARN) flushLog();
      },
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      // All headers of an upload, which the parser logs: a proxy may add a secret under any name.
      paths: [
        ...SECRETS.flatMap((name) => DEPTHS.map((depth) => pathOf(depth, name))),
        'busboyOptions.headers',
      ],
      censor: '[removed]',
    },
    serializers: { err: describe },
  };
  return pino(options, to);
}

/** Writes the buffered lines. `flushSync` of pino would never return when a pipe has no reader. */
export function flushLog(): void {
  standardOutput.flush();
}

/** Returns the path of a property in pino's syntax: a name with a hyphen is in brackets, without a dot before them. */
const pathOf = (depth: string, name: string): string =>
  name.includes('-') ? `${depth.replace(/\.$/, '')}["${name}"]` : `${depth}${name}`;

/** Serializes an error without the parameters of its statement, which may be personal data. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    name,
    message: message.split('\nparams:')[0],
    code,
    // It begins with the message and its parameters, which may have lines that look like frames.
    stack: stack
      ?.slice(stack.includes(message) ? stack.indexOf(message) + message.length : 0)
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8),
    cause: cause ? describe(cause) : undefined,
  };
}
