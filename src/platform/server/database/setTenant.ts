/** Guarded: the statements that set the tenant of a transaction, and the role that row-level security applies to. */

import { APP_ROLE } from './rowLevelSecurity.ts';

const STATEMENT_LIMIT_MS = 10_000;
/** Ends an idle transaction and releases its locks. */
const IDLE_LIMIT_MS = 30_000;

/**
 * A statement is planned once for a connection. By its own estimate PostgreSQL would plan lists again for each
 * execution, which costs more than executing them, although the plan is the same for every business.
 */
const PLANS = 'force_generic_plan';

interface Target {
  isDistributed: boolean;
}

/**
 * The statements that begin a transaction of a business, each to be sent as one. A failure of any part aborts it.
 * @throws for an invalid id
 */
export function beginWithTenant(businessId: number, target: Target): string[] {
  const [first = '', ...others] = formatTenant(businessId, target);
  return [`BEGIN; ${first}`, ...others];
}

/**
 * The statements that set the tenant until the end of the transaction. The id is part of the text, because SET takes no
 * parameters.
 */
export function formatTenant(businessId: number, { isDistributed }: Target): string[] {
  if (!Number.isSafeInteger(businessId) || businessId < 1) throw new Error('A transaction needs a business');
  const tenant = `SET LOCAL app.business_id = ${businessId}`;
  if (isDistributed) return [DISTRIBUTED, tenant];
  return [
    `SET LOCAL ROLE ${APP_ROLE}; ${tenant}; SET LOCAL plan_cache_mode = ${PLANS}; SET LOCAL statement_timeout = ${STATEMENT_LIMIT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_LIMIT_MS}`,
  ];
}

/**
 * Citus sends each SET LOCAL to the workers, with the entire query string that contains it; the tenant is all they need. Plans are
 * not generic there, because it needs the business to choose the shard.
 */
const DISTRIBUTED = `SELECT set_config('role', '${APP_ROLE}', true), set_config('statement_timeout', '${STATEMENT_LIMIT_MS}', true), set_config('idle_in_transaction_session_timeout', '${IDLE_LIMIT_MS}', true)`;
