/** Requests that Node rejects before the router: their answers have the headers and the form of all others. */

import type { ConnectionError, FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { AppError, invalid } from '#platform/server/errors.ts';
import { NO_INDEX_HEADERS } from './secretPaths.ts';
import type { SecurityHeaders } from './securityHeaders.ts';

/** By the codes of Node; every other one is about a request that is not HTTP. */
const ERRORS: Record<string, AppError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new AppError(408, 'timeout', { message: 'The request took too long.' }),
  HPE_HEADER_OVERFLOW: new AppError(431, 'too_large', { message: 'Address and headers are too long.' }),
};
const NOT_HTTP = invalid([], 'The request is not valid HTTP');

/** Answers what the parser refuses: a bad request line, headers that are too long or too slow. */
export const createClientErrorHandler = (headers: SecurityHeaders) =>
  function answerClientError(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    this.log.trace({ err: error }, 'not a request');
    const { status, code, message, issues } = ERRORS[error.code] ?? NOT_HTTP;
    const requestId = randomUUID();
    const body: ErrorBody = { code, message, requestId, ...(issues && { issues }) };
    if (socket.writable) socket.write(toResponse(status, { ...headers, 'X-Request-Id': requestId }, body));
    socket.destroy(error);
  };

/** The bytes of a response: there is no object of Node for one without a request. */
function toResponse(status: number, headers: SecurityHeaders, body: ErrorBody): string {
  const content = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    ...NO_INDEX_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(content)),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', content].join('\r\n');
}

/** Answers what Node would reject itself, without our headers: a missing Host, and an expectation other than 100. */
export function answerNodeRefusals(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw invalid([{ path: 'Host', message: 'The request has no Host header' }]);
  });
  // A server may ignore other expectations (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}
