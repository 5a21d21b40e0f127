/** The imports of a business. */

import { and, eq, getColumns, gt, isNotNull, or } from 'drizzle-orm';
import { notFound } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { imports } from './tables.ts';

// The content that an earlier release stored may be large.
const { rows: earlierContent, ...columns } = getColumns(imports);

export type StoredImport = Omit<typeof imports.$inferSelect, 'rows'>;

/** An import of the business whose file was read. @throws 404 */
export async function getImport(
  tx: BusinessTransaction,
  importId: number,
  lock?: 'update',
): Promise<StoredImport> {
  const query = tx
    .select(columns)
    .from(imports)
    .where(
      and(
        tx.inTenant(imports),
        eq(imports.id, importId),
        or(gt(imports.revision, 0), isNotNull(earlierContent), isNotNull(imports.committedAt)),
      ),
    );
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw notFound('This import does not exist.');
  return row;
}
