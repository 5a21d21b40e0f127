/** Guarded: authenticates and authorizes a request, before its body is read. */

import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { LOGOUT_COOKIE } from '#platform/contract/logoutCookie.ts';
import { isManager, type Services, type Session } from '#platform/server/context.ts';
import { forbidden, sendingOnly, subscriptionRequired, unauthenticated } from '#platform/server/errors.ts';
import type { TokenKey } from '#platform/server/secrets.ts';

/** The cookie for links to files and pictures in a new tab. It authorizes no write except a logout. */
export const READ_COOKIE = 'quarterhour_read';

/** Finds the session of a token; null when there is none or it has ended. */
export type SessionResolver = (services: Services, tokenKey: TokenKey, now: Date) => Promise<Session | null>;

/** The bearer token of a request, or on GET and HEAD the one in the cookie. */
export function tokenOf(request: FastifyRequest): string | null {
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '');
  if (bearer) return bearer[1] ?? null;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  // A valid cookie does not replace an invalid header.
  if (!reads || request.headers.authorization !== undefined) return null;
  // The user has logged out of this browser without a network.
  if (request.cookies[LOGOUT_COOKIE] !== undefined) return null;
  return request.cookies[READ_COOKIE] ?? null;
}

/**
 * Checks that the session may call the endpoint.
 * @throws 401 without a session, 403 `sending_only` for a session that only sends notes, 403 for the wrong role, 402 for
 * a write without a subscription
 */
export function authorize(endpoint: Endpoint, method: string, session: Session | null): void {
  if (endpoint.access === 'public') return;
  if (!session) throw unauthenticated('session_invalid', 'Session expired. Please log in again.');
  if (session.isSendingOnly && !endpoint.allowsSendingOnly) throw sendingOnly();
  if (endpoint.access === 'manager' && !isManager(session)) {
    throw forbidden('Only managers can do this.');
  }
  if (endpoint.access === 'admin' && session.role !== 'admin') throw forbidden('Only admins can do this.');
  if (session.readOnly && method !== 'GET' && !endpoint.unpaid) throw subscriptionRequired();
}

/** Selects the calls to reject when the disk is nearly full. Reads, sign-ins, payments and deletions go on. */
export const needsDiskSpace = (endpoint: Endpoint, method: string): boolean =>
  method !== 'GET' && method !== 'DELETE' && endpoint.access !== 'public' && !endpoint.unpaid;
