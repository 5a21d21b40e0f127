/** Parses JSON bodies: rejects NUL characters, and keeps the text for idempotency keys and signatures. */
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
    return parse(request, body, (error, value) => {
      if (error) return done(error);
      const hasNul = body.includes('u0000') && containsNul(value);
      return hasNul
        ? done(invalid([{ path: '', message: 'Text must not contain NUL characters' }]))
        : done(null, value);
    });
  });
}

/** PostgreSQL text cannot contain NUL. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, one]) => key.includes('\0') || containsNul(one));
}
