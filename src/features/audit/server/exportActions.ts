/** Exports the audit log; the transaction that reads it also records the export. */
import { and, asc, eq } from 'drizzle-orm';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import { csvOf, type Cell } from '#platform/server/spreadsheet.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { MAX_AUDIT_ROWS, type auditContract } from '#features/audit/contract.ts';
import { filters } from './reads.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { auditLog } from '#platform/server/audit/tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'audit.exported': Filters & { rows: number };
  }
}

type Filters = RequestOf<(typeof auditContract)['GET /api/audit/export']>['query'];

const columns = [
  { header: 'Number', width: 10 },
  { header: 'Time (UTC)', width: 24 },
  { header: 'Who', width: 24 },
  { header: 'Username', width: 16 },
  { header: 'Action', width: 18 },
  { header: 'Object', width: 14 },
  { header: 'Object id', width: 10 },
  { header: 'Address', width: 18 },
  // These two columns allow verifying the chain from the file: hash = SHA-256(hash before || record).
  { header: 'Record', width: 80 },
  { header: 'Hash', width: 64 },
];

/**
 * Exports the matching rows of the log as CSV, oldest first.
 * @throws 400 for more rows than a file holds
 */
export async function exportAudit(context: MemberContext, query: Filters): Promise<GeneratedFile> {
  const rows = await writeInBusiness(context, async (tx) => {
    const page = await tx
      .select({
        seq: auditLog.seq,
        createdAt: auditLog.createdAt,
        username: users.username,
        firstName: users.firstName,
        lastName: users.lastName,
        action: auditLog.action,
        object: auditLog.object,
        objectId: auditLog.objectId,
        ip: auditLog.ip,
        payload: auditLog.payload,
        hash: auditLog.hash,
      })
      .from(auditLog)
      .leftJoin(users, and(tx.inTenant(users), eq(users.id, auditLog.actorId)))
      .where(and(tx.inTenant(auditLog), filters(query, context.session)))
      .orderBy(asc(auditLog.seq))
      .limit(MAX_AUDIT_ROWS + 1);
    if (page.length > MAX_AUDIT_ROWS) {
      throw invalidField('to', 'That’s more than 20,000 rows. Choose a shorter range.');
    }
    publishChange(tx, ['audit']);
    recordAudit(tx, context, { type: 'audit.exported', details: { ...query, rows: page.length } });
    return page;
  });
  const content = csvOf({
    name: 'Audit log',
    columns,
    rows: rows.map(({ username, firstName, lastName, ...row }): Cell[] => [
      row.seq,
      row.createdAt.toISOString(),
      username === null ? '' : fullNameOf({ username, firstName, lastName }),
      username ?? '',
      row.action,
      row.object,
      row.objectId ?? '',
      row.ip ?? '',
      row.payload,
      row.hash.toString('hex'),
    ]),
  });
  return { name: 'audit-log.csv', type: 'text/csv; charset=utf-8', content };
}
