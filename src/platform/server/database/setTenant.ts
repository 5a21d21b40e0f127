/** Guarded: how a transaction becomes one of a business, under the role that sees no other. */
import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { Queries } from './database.ts';
import { APP_ROLE } from './rowLevelSecurity.ts';

const STATEMENT_LIMIT_MS = 10_000;
/** A server that has lost its caller, and does not know it, keeps what it locked no longer than that. */
const IDLE_LIMIT_MS = 30_000;

/** Begins a transaction of a business. @throws when it did not enter it */
export async function beginIn(client: PoolClient, businessId: number): Promise<void> {
  await Promise.all([client.query('BEGIN'), enterWith(client, businessId)]);
}

/**
 * Enters a business for what is said in the same breath, which is a transaction by itself (journey.ts).
 * @throws when it did not
 */
export async function enterWith(client: PoolClient, businessId: number): Promise<void> {
  const { rows } = await client.query<Entered>({ text: ENTER.join('$1') }, [String(businessId)]);
  proveEntered(rows[0], businessId);
}

/** Enters the business whose number stands between the two; all of it ends with the transaction. */
const ENTER = [
  `select set_config('role', '${APP_ROLE}', true) as role, set_config('app.business_id', `,
  `, true) as business, set_config('statement_timeout', '${STATEMENT_LIMIT_MS}', true),
    set_config('idle_in_transaction_session_timeout', '${IDLE_LIMIT_MS}', true)`,
] as const;

type Entered = { role: string; business: string };

/** Whatever else was carried out in its place, nothing may be done outside of the business. */
function proveEntered(answer: Entered | undefined, businessId: number): void {
  if (answer?.role !== APP_ROLE || answer.business !== String(businessId)) {
    throw new Error('The transaction did not enter its business');
  }
}

/** Enters a business in a transaction that has begun. @throws when it did not */
export async function enterIn(tx: Queries, businessId: number): Promise<void> {
  const enter = sql`${sql.raw(ENTER[0])}${String(businessId)}${sql.raw(ENTER[1])}`;
  const { rows } = await tx.execute<Entered>(enter);
  proveEntered(rows[0], businessId);
}
