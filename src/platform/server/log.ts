/** Structured logs, one JSON line each, with secrets removed. */
import { pino, type DestinationStream, type LoggerOptions } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

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
];

const DEPTHS = ['', '*.', '*.*.'];

const WARN = 40;

/**
 * Buffered, because one write per line costs an eighth of a small request. Warnings are written at once with all lines
 * before them, and so is everything on exit; a signal that kills the process loses a quarter of a second of requests.
 */
const standardOutput = pino.destination({ fd: 1, sync: true, minLength: 8192, periodicFlush: 250 });
process.on('exit', flushLog);

/**
 * @param level pino's level names; `silent` writes nothing
 * @param to standard output when left out
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
      paths: SECRETS.flatMap((name) => DEPTHS.map((depth) => pathOf(depth, name))),
      censor: '[removed]',
    },
    serializers: { err: describe },
  };
  return pino(options, to);
}

/** Writes out the buffered lines. `flushSync` of the destination never returns once the reader of a pipe is gone. */
export function flushLog(): void {
  standardOutput.flush();
}

/** A name with a hyphen is written in brackets, which take no dot before them. */
const pathOf = (depth: string, name: string): string =>
  name.includes('-') ? `${depth.replace(/\.$/, '')}["${name}"]` : `${depth}${name}`;

/** An error without the parameters of its statement, which may be personal data. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    name,
    message: message.split('\nparams:')[0],
    code,
    // Frames only: the lines before them repeat the message with its parameters.
    stack: stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 8),
    cause: cause ? describe(cause) : undefined,
  };
}
