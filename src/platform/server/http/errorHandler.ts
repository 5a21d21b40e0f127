/** Converts thrown errors into error responses. */

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { getSqlState, isDatabaseUnavailable } from '#platform/server/database/sqlState.ts';
import { AppError, invalid, unavailable } from '#platform/server/errors.ts';
import { createUnknownAddressError } from './methods.ts';
import { NO_INDEX_HEADERS } from './secretPaths.ts';
import { setSecurityHeaders, type SecurityHeaders } from './securityHeaders.ts';

/** Values that pass validation but fit no column: the year 0 or 10000, an amount too large, NUL in an address. */
const OUT_OF_RANGE = new Set(['22003', '22007', '22008', '22009', '22021']);

export function setErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => send(toAppError(error, request), request, reply));
  app.setNotFoundHandler((request, reply) => send(createUnknownAddressError(), request, reply));
}

/** Answers addresses that the router rejects: an invalid escape, a parameter of hundreds of characters. */
export const createFrameworkErrorHandler =
  (headers: SecurityHeaders) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // Hooks do not run for these, so nothing limits the time of a body.
    reply.header('Connection', 'close');
    setSecurityHeaders(headers, request, reply);
    reply.headers(NO_INDEX_HEADERS);
    const isBadUrl = error.code === 'FST_ERR_BAD_URL';
    send(
      isBadUrl ? clientError(400, 'This address is not valid') : createUnknownAddressError(),
      request,
      reply,
    );
  };

function send(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  const body: ErrorBody = { code: error.code, message: error.message, requestId: request.id };
  if (error.issues) body.issues = error.issues;
  if (error.values) body.values = error.values;
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, 'the database is unavailable');
    return unavailable('database_away', 'The service is temporarily unavailable. Please try again.');
  }
  if (OUT_OF_RANGE.has(getSqlState(error) ?? '')) {
    request.log.warn({ err: error }, 'a value was out of range');
    return invalid([{ path: '', message: 'A value is out of range' }]);
  }
  const { statusCode = 500, message } = error as Partial<FastifyError>;
  if (statusCode >= 400 && statusCode < 500) return clientError(statusCode, message);
  request.log.error({ err: error }, 'a request failed');
  return new AppError(500, 'internal', { message: 'Something went wrong on our side. Please try again.' });
}

/** Errors of Fastify: bodies that are too large, of the wrong type or not JSON. */
function clientError(status: number, message = 'The request is not valid'): AppError {
  if (status === 413) return new AppError(413, 'too_large', { message });
  if (status === 415) return new AppError(415, 'unsupported_media_type', { message });
  return new AppError(status, 'invalid', { message, issues: [{ path: '', message }] });
}
