/** Liveness and readiness checks. */

import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { isMigrated } from '#platform/server/database/migrate.ts';

export interface Readiness {
  /** Set when the server begins to stop. */
  stopping: boolean;
  migrations: string;
}

export function registerHealthChecks(app: FastifyInstance, services: Services, readiness: Readiness): void {
  app.get('/healthz', { config: { open: true } }, () => ({ status: 'up' }));
  app.get('/readyz', { config: { open: true } }, async (request, reply) => {
    const ready =
      !readiness.stopping &&
      (await isMigrated(services.database.pool, readiness.migrations).catch((error: Error) => {
        request.log.warn({ err: error }, 'not ready');
        return false;
      }));
    if (ready) return { status: 'ready', database: services.database.kind };
    return reply.code(503).header('Retry-After', '2').send({ status: 'not ready' });
  });
}
