/** Guarded: authentication and authorization of a request. Runs before the body is read. */
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { isManager } from '#platform/server/context.ts';
import type { Services, Session } from '#platform/server/context.ts';
import { forbidden, subscriptionRequired, unauthenticated } from '#platform/server/errors.ts';

/** The cookie that lets links to files and pictures work in a new tab; it never counts for a change. */
export const READ_COOKIE = 'quarterhour_read';

/** Finds the session by the hash of its token; null when there is none or it ended. */
export type SessionResolver = (services: Services, tokenHash: Buffer, now: Date) => Promise<Session | null>;

/** The bearer token of a request; the cookie stands in for it on GET and HEAD alone. */
export function tokenOf(request: FastifyRequest): string | null {
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '');
  if (bearer) return bearer[1] ?? null;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  // A valid cookie does not replace an invalid header.
  return reads && request.headers.authorization === undefined ? (request.cookies[READ_COOKIE] ?? null) : null;
}

/**
 * May this session call this endpoint?
 * @throws 401 without a session, 403 for the wrong role, 402 for a write without a subscription
 */
export function authorize(endpoint: Endpoint, method: string, session: Session | null): void {
  if (endpoint.access === 'public') return;
  if (!session) throw unauthenticated('session_invalid', 'Session expired. Please log in again.');
  if (endpoint.access === 'manager' && !isManager(session)) {
    throw forbidden('Only managers can do this.');
  }
  if (session.readOnly && method !== 'GET' && !endpoint.unpaid) throw subscriptionRequired();
}

/** Is it refused when the disk is nearly full? Reading, signing in, paying and deleting go on: they end the trouble. */
export const needsDiskSpace = (endpoint: Endpoint, method: string): boolean =>
  method !== 'GET' && method !== 'DELETE' && endpoint.access !== 'public' && !endpoint.unpaid;
