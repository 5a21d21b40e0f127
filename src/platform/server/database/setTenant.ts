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

/** Begins a transaction of a business. A failure of any part aborts it. @throws for an invalid id */
export const beginWithTenant = (businessId: number): string => `BEGIN; ${formatTenant(businessId)}`;

/** Sets the tenant until the end of the transaction. The id is part of the text, because SET takes no parameters. */
export function formatTenant(businessId: number): string {
  if (!Number.isSafeInteger(businessId) || businessId < 1) throw new Error('A transaction needs a business');
  return `SET LOCAL ROLE ${APP_ROLE}; SET LOCAL app.business_id = ${businessId}; SET LOCAL plan_cache_mode = ${PLANS}; SET LOCAL statement_timeout = ${STATEMENT_LIMIT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_LIMIT_MS}`;
}
