/**
 * Parses JSON bodies: rejects NUL characters, replaces halves of surrogate pairs, and keeps the text for idempotency
 * keys and signatures.
 */

import type { FastifyInstance } from 'fastify';
import { invalid } from '#platform/server/errors.ts';

/** A note with two signatures of 300 KB each fits. */
export const BODY_LIMIT = 1024 * 1024;

export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { endpoint } = request.routeOptions.config;
    if (request.headers['idempotency-key'] !== undefined || endpoint?.signature) request.rawBody = body;
    // Requests without a body may have a JSON content type.
    if (body === '') return done(null, undefined);
    return parse(request, toWellFormed(body), (error, value) => {
      if (error) return done(error);
      const hasNul = body.includes('u0000') && containsNul(value);
      return hasNul
        ? done(invalid([{ path: '', message: 'Text must not contain NUL characters' }]))
        : done(null, value);
    });
  });
}

const SURROGATE = /\\u[dD][89a-fA-F]/;
/** An escape of JSON: a surrogate pair, half of one, or any other. */
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[\s\S])/g;

/**
 * Replaces halves of surrogate pairs with U+FFFD: PostgreSQL rejects them in jsonb, and a digest needs the text that is
 * stored. In UTF-8 they can only be escapes.
 */
const toWellFormed = (json: string): string =>
  SURROGATE.test(json)
    ? json.replaceAll(ESCAPE, (escape, half?: string) => (half === undefined ? escape : '\\ufffd'))
    : json;

/** PostgreSQL text cannot contain NUL. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, one]) => key.includes('\0') || containsNul(one));
}
