import type { CapturedStatement } from './statements.ts';
import { readStatement, type Keys } from './tenantFilter.ts';

/** Tables that all businesses share, each write of which waits for those of other businesses (docs/decisions/047). */
const SHARED = ['businesses', 'usernames'];
/** Written together with the commit. */
const AT_COMMIT = ['audit_heads', 'audit_log', 'idempotency_keys', 'message_counts', 'note_counts'];

/** Finds writes in a transaction before it has a tenant, locks of shared rows, and writes after an update of them. */
export function listOrderFaults(statements: readonly CapturedStatement[], keys: Keys): string[] {
  const ofTransactions = statements.filter(({ transaction }) => transaction !== null);
  return [...Map.groupBy(ofTransactions, ({ transaction }) => transaction).values()].flatMap((one) =>
    checkTransaction(one, keys),
  );
}

function checkTransaction(statements: readonly CapturedStatement[], keys: Keys): string[] {
  const faults: string[] = [];
  const setsTenant = statements.some(({ businessId }) => businessId !== null);
  let shared: string | undefined;
  for (const statement of statements) {
    const { writes, locks } = readStatement(statement, statement.businessId ?? 0, keys);
    const add = (fault: string) => faults.push(`${fault}: ${statement.text}`);
    if (setsTenant && statement.businessId === null && writes.length > 0)
      add('a write before the tenant is set');
    if (locks.some((table) => SHARED.includes(table))) add('a lock of a row that all businesses share');
    const others = [...writes, ...locks].filter((table) => ![...SHARED, ...AT_COMMIT].includes(table));
    if (shared !== undefined && others.length > 0) add(`a write after that of ${shared}`);
    if (isLateUpdate(statement)) shared ??= writes.find((table) => SHARED.includes(table));
  }
  return faults;
}

/**
 * Not an insert: a business comes before its rows. Nor the first admin of a business, whose condition decides which of two
 * registrations succeeds.
 */
const isLateUpdate = ({ text }: CapturedStatement): boolean =>
  /^\s*update\b/i.test(text) && !text.includes('"admin_registered_at" = ');
