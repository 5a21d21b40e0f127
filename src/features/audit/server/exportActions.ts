/** Exports the audit log in parts, and records the export before it is sent. */

import { and, asc, eq, gt } from 'drizzle-orm';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { auditLog } from '#platform/server/audit/tables.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import type { Cell } from '#platform/server/sheet.ts';
import { csvOf } from '#platform/server/spreadsheet.ts';
import { publishChange, readInBusiness, writeInBusiness } from '#platform/server/tenancy.ts';
import { MAX_AUDIT_ROWS, type auditContract } from '#features/audit/contract.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { filters } from './reads.ts';

declare module '#platform/server/audit/events.ts' {
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

/** Rows that are read at once: as many as the server maps in less than 5 ms. */
const PART = 500;

/**
 * Exports the matching rows of the log as CSV, oldest first.
 * @throws 400 for more rows than a file holds
 */
export async function exportAudit(context: MemberContext, query: Filters): Promise<GeneratedFile> {
  const rows: Row[] = [];
  for (;;) {
    const part = await readPart(context, query, rows.at(-1)?.seq ?? 0);
    rows.push(...part);
    if (rows.length > MAX_AUDIT_ROWS)
      throw invalidField('to', 'That’s more than 20,000 rows. Choose a shorter range.');
    if (part.length < PART) break;
  }
  const content = await csvOf({ name: 'Audit log', columns, rows: toRows(rows) });
  await writeInBusiness(context, async (tx) => {
    publishChange(tx, ['audit']);
    recordAudit(tx, context, { type: 'audit.exported', details: { ...query, rows: rows.length } });
  });
  return { name: 'audit-log.csv', type: 'text/csv; charset=utf-8', content };
}

type Row = Awaited<ReturnType<typeof readPart>>[number];

/** The next rows after this number. */
const readPart = (context: MemberContext, query: Filters, after: number) =>
  readInBusiness(context, (tx) =>
    tx
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
      .where(and(tx.inTenant(auditLog), gt(auditLog.seq, after), filters(query, context.session)))
      .orderBy(asc(auditLog.seq))
      .limit(PART),
  );

function* toRows(rows: readonly Row[]): Generator<Cell[]> {
  for (const row of rows) yield toCells(row);
}

const toCells = ({ username, firstName, lastName, ...row }: Row): Cell[] => [
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
];
