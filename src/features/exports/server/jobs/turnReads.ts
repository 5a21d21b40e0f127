/** The order in which jobs are started: the business that was served longest ago is next, unpaid ones last. */

import { and, gt, inArray, max, sql } from 'drizzle-orm';
import type { Services } from '#platform/server/context.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import { isReadOnly } from '#features/businesses/rules.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import type { JobKind } from '#features/exports/contract.ts';
import { exportJobs } from '#features/exports/server/tables.ts';

/** The jobs that one loop of a process runs, one after another. */
export interface Lane {
  kinds: readonly JobKind[];
  /** Only small files of paying businesses that used little time lately, so that they never wait for a large one. */
  lightOnly: boolean;
}

/** The largest file of a light job: an export of about 3,000 notes, or any packet. */
export const LIGHT_BYTES = 100 * 2 ** 20;
/** The time that jobs of a light business may have taken in the last hour. */
const LIGHT_MS = 5 * 60_000;
const HOUR_MS = 60 * 60 * 1000;

type OpenJob = Awaited<ReturnType<typeof listOpenJobs>>[number];

const listOpenJobs = (services: Services) =>
  queryDirectory(services)
    .select({
      businessId: exportJobs.businessId,
      id: exportJobs.id,
      kind: exportJobs.kind,
      state: exportJobs.state,
      leaseUntil: exportJobs.leaseUntil,
      estimatedBytes: exportJobs.estimatedBytes,
      createdAt: exportJobs.createdAt,
    })
    .from(exportJobs)
    .where(inArray(exportJobs.state, ['queued', 'running']));

/** The jobs that this lane may start, the next one first. A business has one of each kind at work. */
export async function listTurns(services: Services, lane: Lane, now: Date): Promise<OpenJob[]> {
  const open = (await listOpenJobs(services)).filter(({ kind }) => lane.kinds.includes(kind));
  const isAtWork = ({ state, leaseUntil }: OpenJob) =>
    state === 'running' && leaseUntil !== null && leaseUntil > now;
  const busy = new Set(open.filter(isAtWork).map(({ businessId, kind }) => `${businessId}/${kind}`));
  const startable = open.filter(({ businessId, kind }) => !busy.has(`${businessId}/${kind}`));
  if (startable.length === 0) return [];
  const owners = await readOwners(services, [...new Set(startable.map(({ businessId }) => businessId))], now);
  const ownerOf = ({ businessId }: OpenJob) =>
    owners.get(businessId) ?? { isUnpaid: true, servedAt: 0, usedMs: 0 };
  const isLight = (job: OpenJob) => {
    const { isUnpaid, usedMs } = ownerOf(job);
    return !isUnpaid && usedMs < LIGHT_MS && job.estimatedBytes <= LIGHT_BYTES;
  };
  return startable
    .filter((job) => !lane.lightOnly || isLight(job))
    .toSorted((a, b) => {
      const [first, second] = [ownerOf(a), ownerOf(b)];
      return (
        Number(first.isUnpaid) - Number(second.isUnpaid) ||
        first.servedAt - second.servedAt ||
        a.createdAt.getTime() - b.createdAt.getTime() ||
        a.id - b.id
      );
    });
}

/** For each business: whether it pays, when its last job started, and how long its jobs took in the last hour. */
async function readOwners(services: Services, businessIds: number[], now: Date) {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const ofLastHour = and(inArray(exportJobs.businessId, businessIds), gt(exportJobs.startedAt, hourAgo));
  const [rows, served, used] = await Promise.all([
    queryDirectory(services).select().from(businesses).where(inArray(businesses.id, businessIds)),
    queryDirectory(services)
      .select({ businessId: exportJobs.businessId, servedAt: max(exportJobs.startedAt) })
      .from(exportJobs)
      .where(inArray(exportJobs.businessId, businessIds))
      .groupBy(exportJobs.businessId),
    queryDirectory(services)
      .select({
        businessId: exportJobs.businessId,
        usedMs:
          sql<number>`sum(extract(epoch from coalesce(${exportJobs.finishedAt}, ${now.toISOString()}::timestamptz)
          - ${exportJobs.startedAt}) * 1000)`.mapWith(Number),
      })
      .from(exportJobs)
      .where(ofLastHour)
      .groupBy(exportJobs.businessId),
  ]);
  const servedAt = new Map(served.map((one) => [one.businessId, one.servedAt?.getTime() ?? 0]));
  const usedMs = new Map(used.map((one) => [one.businessId, one.usedMs]));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isUnpaid: isReadOnly(row, now),
        servedAt: servedAt.get(row.id) ?? 0,
        usedMs: usedMs.get(row.id) ?? 0,
      },
    ]),
  );
}
