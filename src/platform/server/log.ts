/** Structured logs, one JSON line each, with secrets removed. */
import { pino } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'claim',
  'clientSignatureCode',
  'signatureCode',
  'employeeSignature',
  'clientSignature',
];

/** @param level pino's level names; `silent` writes nothing */
export function openLog(level: string): FastifyBaseLogger {
  return pino({
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]),
      censor: '[removed]',
    },
    serializers: { err: describe },
  });
}

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
