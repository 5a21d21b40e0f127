/** Prometheus metrics of this process, its backups, and the mail queue that all nodes share. */

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readFreeForFiles } from '#platform/server/backup/space.ts';
import type { Services } from '#platform/server/context.ts';
import { countMails } from '#platform/server/outbox.ts';

export function registerMetrics(app: FastifyInstance, services: Services): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    done();
  });
  measureMails(app, services, registry);
  measureBackups(services, registry);
  app.get('/metrics', { config: { open: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

function measureMails(app: FastifyInstance, services: Services, registry: Registry): void {
  countOutcomes('mail_tries_total', 'Tries of this process to send a mail, by outcome', {
    registry,
    outcomes: services.outbox.outcomes,
  });
  new Gauge({
    name: 'outgoing_mails',
    help: 'Mails in the queue of all nodes: waiting, and undeliverable in the last 30 days',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        for (const [state, mails] of Object.entries(await countMails(services))) this.set({ state }, mails);
      } catch (error) {
        // Without the database the other metrics are still served.
        app.log.warn({ err: error }, 'the mail queue cannot be counted');
      }
    },
  });
}

function measureBackups(services: Services, registry: Registry): void {
  const { backupStatus } = services;
  countOutcomes('backups_total', 'Automatic backups of this process, by outcome', {
    registry,
    outcomes: backupStatus.outcomes,
  });
  new Gauge({
    name: 'backup_newest_timestamp_seconds',
    help: 'When the newest automatic backup was made; 0 when there is none',
    registers: [registry],
    collect() {
      this.set((backupStatus.newest?.getTime() ?? 0) / 1000);
    },
  });
  new Gauge({
    name: 'backup_failing',
    help: '1 when the last automatic backup that was due was not made, otherwise 0',
    registers: [registry],
    collect() {
      this.set(Number(backupStatus.isFailing));
    },
  });
  new Gauge({
    name: 'backup_free_bytes',
    help: 'Free disk space beyond the reserve and what the next backup needs; below 0, the backup does not fit',
    registers: [registry],
    async collect() {
      this.set(await readFreeForFiles(services));
    },
  });
}

function countOutcomes(
  name: string,
  help: string,
  { registry, outcomes }: { registry: Registry; outcomes: Record<string, number> },
): void {
  new Counter({
    name,
    help,
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(outcomes)) this.inc({ outcome }, count);
    },
  });
}
