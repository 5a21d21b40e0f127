/** Guarded: sets the tenant of a transaction, under the role that row-level security applies to. */
import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { Queries } from './queries.ts';
import { APP_ROLE } from './rowLevelSecurity.ts';

const STATEMENT_LIMIT_MS = 10_000;
/** Ends an idle transaction and releases its locks. */
const IDLE_LIMIT_MS = 30_000;

/** Begins a transaction of a business. @throws when the tenant could not be set */
export async function beginWithTenant(client: ClientBase, businessId: number): Promise<void> {
  const [, { rows }] = await Promise.all([
    client.query('BEGIN'),
    client.query<Settings>({ text: SET_TENANT.join('$1') }, [String(businessId)]),
  ]);
  assertTenant(rows[0], businessId);
}

/** The statement before and after the business id; its settings end with the transaction. */
const SET_TENANT = [
  `select set_config('role', '${APP_ROLE}', true) as role, set_config('app.business_id', `,
  `, true) as business, set_config('statement_timeout', '${STATEMENT_LIMIT_MS}', true),
    set_config('idle_in_transaction_session_timeout', '${IDLE_LIMIT_MS}', true)`,
] as const;

type Settings = { role: string; business: string };

/** Verifies the tenant: behind a pooler another statement may have been executed under this name. */
function assertTenant(settings: Settings | undefined, businessId: number): void {
  if (settings?.role !== APP_ROLE || settings.business !== String(businessId)) {
    throw new Error('The tenant of the transaction was not set');
  }
}

/** Sets the tenant in an open transaction. @throws when that failed */
export async function setTenantIn(tx: Queries, businessId: number): Promise<void> {
  const statement = sql`${sql.raw(SET_TENANT[0])}${String(businessId)}${sql.raw(SET_TENANT[1])}`;
  const { rows } = await tx.execute<Settings>(statement);
  assertTenant(rows[0], businessId);
}
