/** How large the file of an export becomes. */

import { and, desc, eq, isNotNull, sum } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { storedFiles } from '#features/files/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import { exportJobs } from './tables.ts';

/** For each signed version: 33 kB were measured (bench/exports.md), more with large signatures. */
const VERSION_BYTES = 50_000;
/** The records that every business has. */
const LEAST_BYTES = 1_000_000;
/** A business adds about this much until its next export. */
const GROWTH = 1.2;

/** Estimates the file of an export in bytes: by the last one of this business, or else by its notes and files. */
export async function estimateExport(context: MemberContext): Promise<number> {
  return readInBusiness(context, async (tx) => {
    const [[last], [signed], [stored]] = await Promise.all([
      tx
        .select({ bytes: exportJobs.fileSize })
        .from(exportJobs)
        .where(and(tx.inTenant(exportJobs), eq(exportJobs.kind, 'business'), isNotNull(exportJobs.fileSize)))
        .orderBy(desc(exportJobs.createdAt), desc(exportJobs.id))
        .limit(1),
      tx
        .select({ versions: sum(notes.version).mapWith(Number) })
        .from(notes)
        .where(tx.inTenant(notes)),
      tx
        .select({ bytes: sum(storedFiles.fileSize).mapWith(Number) })
        .from(storedFiles)
        .where(tx.inTenant(storedFiles)),
    ]);
    const files = stored?.bytes ?? 0;
    const byRecords = (signed?.versions ?? 0) * VERSION_BYTES;
    const byLast = (last?.bytes ?? 0) * GROWTH;
    return Math.ceil(LEAST_BYTES + (byLast > files ? byLast : files + byRecords));
  });
}
