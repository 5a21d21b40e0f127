/** Turns whatever was thrown into the one error shape. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { AppError, invalid, unavailable } from '#platform/server/errors.ts';
import { isConnectionLost, getSqlState } from '#platform/server/database/sqlState.ts';

/** SQLSTATEs of a connection that is there, which mean: the database cannot, not: the request is wrong. */
const UNABLE = /^(53|58|25006|57014|XX)/;

/** What fits its pattern but no column: the year 0 or 10000, an amount too large, NUL in an address. */
const OUT_OF_RANGE = new Set(['22003', '22007', '22008', '22009', '22021']);

export function setErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => send(toAppError(error, request), request, reply));
  app.setNotFoundHandler((request, reply) => send(notFound(), request, reply));
}

/** Answers an address that no route can be looked up for: a broken escape, a part of hundreds of characters. */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known =
    error.code === 'FST_ERR_BAD_URL' ? { statusCode: 400, message: 'This address is not valid' } : null;
  // Hooks do not run for it, so the one header that every error has is set here.
  reply.header('X-Request-Id', request.id);
  send(known ? clientError(known) : notFound(), request, reply);
}

const notFound = () => new AppError(404, 'not_found', { message: 'There is nothing at this address.' });

function send(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  const body: ErrorBody = { code: error.code, message: error.message, requestId: request.id };
  if (error.issues) body.issues = error.issues;
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, 'the database is away');
    return unavailable('database_away', 'The database does not answer at the moment. Please try again.');
  }
  if (OUT_OF_RANGE.has(getSqlState(error) ?? '')) {
    request.log.warn({ err: error }, 'a value was out of range');
    return invalid([{ path: '', message: 'A value is out of range' }]);
  }
  const known = error as Partial<FastifyError>;
  if (known.statusCode !== undefined && known.statusCode >= 400 && known.statusCode < 500)
    return clientError(known);
  request.log.error({ err: error }, 'a request failed');
  return new AppError(500, 'internal', { message: 'Something went wrong on our side. Please try again.' });
}

/** What the HTTP server itself refuses: bodies too large, of the wrong type or not JSON. */
function clientError(error: Partial<FastifyError>): AppError {
  const status = error.statusCode ?? 400;
  const code = status === 413 ? 'too_large' : status === 415 ? 'unsupported_media_type' : 'invalid';
  const message = error.message ?? 'The request is not valid';
  return new AppError(
    status,
    code,
    code === 'invalid' ? { message, issues: [{ path: '', message }] } : { message },
  );
}

const isDatabaseUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || UNABLE.test(getSqlState(error) ?? '');
