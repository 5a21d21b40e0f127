/** Writes that fail for one business, as on Citus when its worker answers reads and refuses writes. */

import { onTestFinished } from 'vitest';
import type { Api } from './api.ts';

/** Makes the updates or deletions of a business in a table fail until the test ends. */
export async function refuseWrites(
  api: Api,
  operation: 'update' | 'delete',
  { table, businessId }: { table: string; businessId: number },
): Promise<void> {
  await api.sql(
    `create trigger refuse_writes before ${operation} on ${table}
     for each row when (old.business_id = ${businessId}) execute function refuse_change()`,
  );
  onTestFinished(async () => void (await api.sql(`drop trigger refuse_writes on ${table}`)));
}
