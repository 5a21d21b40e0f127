/** Is the process up, and can it serve? */
import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { isMigrated } from '#platform/server/database/migrate.ts';

export interface Readiness {
  /** Set when the server is about to stop. */
  stopping: boolean;
  migrations: string;
}

export function registerHealthChecks(app: FastifyInstance, services: Services, readiness: Readiness): void {
  app.get('/healthz', { config: { open: true } }, () => ({ status: 'up' }));
  app.get('/readyz', { config: { open: true } }, async (request, reply) => {
    const ready =
      !readiness.stopping &&
      (await databaseAnswers(services, readiness.migrations).catch((error: Error) => {
        request.log.warn({ err: error }, 'not ready');
        return false;
      }));
    if (ready) return { status: 'ready', database: services.database.kind };
    return reply.code(503).header('Retry-After', '2').send({ status: 'not ready' });
  });
}

const databaseAnswers = (services: Services, migrations: string) =>
  isMigrated(services.database.pool, migrations);
