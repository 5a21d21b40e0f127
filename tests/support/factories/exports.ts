import type { Api } from '#tests/support/helpers/api.ts';
import type { TestBusiness } from './businesses.ts';

/** The row of an export that failed, as no job runs while tests walk all calls. */
export async function createEndedExport(api: Api, { id, admin }: TestBusiness): Promise<number> {
  const [row] = await api.sql<{ id: string }>(
    `insert into export_jobs (business_id, kind, state, failure, created_by, created_at, finished_at)
     values ($1, 'business', 'failed', 'The file could not be created. Please try again.', $2, now(), now())
     returning id`,
    [id, admin.id],
  );
  return Number(row?.id);
}
