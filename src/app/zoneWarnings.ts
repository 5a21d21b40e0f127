/** Warns at start when Node and the database disagree about the time zones of businesses. */

import type { FastifyBaseLogger } from 'fastify';
import { clock } from '#platform/server/clock.ts';
import type { Services } from '#platform/server/context.ts';
import { findZoneDifference, getDatabaseVersion } from '#platform/server/database/zoneOffsets.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import { listBusinessZones } from '#features/businesses/server/reads.ts';

/** Compares the next two years of each zone. The product computes by Node's data; reports on the database may not. */
export async function warnAboutZones(services: Services, log: FastifyBaseLogger): Promise<void> {
  const queries = queryDirectory(services);
  const zones = new Set((await listBusinessZones(services)).map(({ timeZone }) => timeZone));
  for (const timeZone of zones) {
    const difference = await findZoneDifference(queries, timeZone, clock.now());
    if (difference === null) continue;
    const versions = {
      node: process.version,
      tzData: process.versions.tz,
      postgres: await getDatabaseVersion(queries),
    };
    log.warn({ timeZone, ...difference, ...versions }, MESSAGE);
  }
}

const MESSAGE =
  'Node and the database disagree about a time zone: update the older one (docs/operations.md#time-zones)';
