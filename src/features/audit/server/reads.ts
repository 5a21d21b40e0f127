/** Guarded: reads the audit log of a business and the history of a client. */

import { and, eq, gte, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { AnswerOf, RequestOf } from '#platform/contract/endpoint.ts';
import { nextDay } from '#platform/contract/zone.ts';
import { startOfZoneDay, type BusinessZones } from '#platform/contract/zoneDays.ts';
import { auditLog } from '#platform/server/audit/tables.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { whereAfterCursor, newestFirst, pageOf } from '#platform/server/cursor.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { auditContract, auditRow } from '#features/audit/contract.ts';
import { getVisibleClient } from '#features/clients/server/reads.ts';
import { clients } from '#features/clients/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';

type List = (typeof auditContract)['GET /api/audit'];
type Query = RequestOf<List>['query'];
type PageQuery = Pick<Query, 'cursor' | 'limit'>;
type Filters = RequestOf<(typeof auditContract)['GET /api/audit/export']>['query'];

const newest = { id: auditLog.seq };
const subject = alias(users, 'subject');

const columns = {
  seq: auditLog.seq,
  actorId: auditLog.actorId,
  actor: { username: users.username, firstName: users.firstName, lastName: users.lastName },
  action: auditLog.action,
  object: auditLog.object,
  objectId: auditLog.objectId,
  objectLabel: auditLog.objectLabel,
  noteTitle: notes.title,
  clientName: clients.companyName,
  subject: { username: subject.username, firstName: subject.firstName, lastName: subject.lastName },
  details: auditLog.details,
  ip: auditLog.ip,
  createdAt: auditLog.createdAt,
  hash: auditLog.hash,
};

/** The row referenced by an entry without a label: one from before labels were stored, or about the actor's account. */
const unlabeled = (
  tx: BusinessTransaction,
  table: typeof notes | typeof clients | typeof subject,
  objects: string[],
) =>
  and(
    isNull(auditLog.objectLabel),
    tx.inTenant(table),
    eq(table.id, auditLog.objectId),
    inArray(auditLog.object, objects),
  );

/** A page of the business's audit log, newest first; days are those of the business's zone. */
export const listAudit = (context: MemberContext, query: Query): Promise<AnswerOf<List>> =>
  readInBusiness(context, (tx) => readPage(tx, query, filters(query, context.session)));

/** Changes to a client that the caller can see, newest first. @throws 404 */
export function listClientHistory(
  context: MemberContext,
  clientId: number,
  query: PageQuery,
): Promise<AnswerOf<List>> {
  return readInBusiness(context, async (tx) => {
    const [page] = await Promise.all([
      readPage(tx, query, eq(auditLog.clientId, clientId)),
      getVisibleClient(tx, context, clientId),
    ]);
    return page;
  });
}

async function readPage(
  tx: BusinessTransaction,
  { cursor, limit }: PageQuery,
  condition: SQL | undefined,
): Promise<AnswerOf<List>> {
  const matching = and(tx.inTenant(auditLog), condition);
  // A wrong cursor throws before a statement is sent.
  const afterCursor = whereAfterCursor(newest, cursor);
  const [total, rows] = await Promise.all([
    countUpTo(tx, auditLog, matching),
    tx
      .select(columns)
      .from(auditLog)
      .leftJoin(users, and(tx.inTenant(users), eq(users.id, auditLog.actorId)))
      .leftJoin(notes, unlabeled(tx, notes, ['note']))
      .leftJoin(clients, unlabeled(tx, clients, ['client', 'units']))
      .leftJoin(subject, unlabeled(tx, subject, ['person']))
      .where(and(matching, afterCursor))
      .orderBy(...newestFirst(newest))
      .limit(limit + 1),
  ]);
  const page = pageOf({ rows, limit, total }, ({ seq }) => ({ id: seq }));
  return { ...page, rows: page.rows.map(toAuditRow) };
}

/** The condition of the filters; days are those of the time zone. */
export function filters({ actor, object, objectId, from, to }: Filters, zones: BusinessZones) {
  return and(
    actor === undefined ? undefined : eq(auditLog.actorId, actor),
    object === undefined ? undefined : eq(auditLog.object, object),
    objectId === undefined ? undefined : eq(auditLog.objectId, objectId),
    from === undefined ? undefined : gte(auditLog.createdAt, startOfZoneDay(from, zones)),
    to === undefined ? undefined : lt(auditLog.createdAt, startOfZoneDay(nextDay(to), zones)),
  );
}

interface StoredRow extends Omit<z.output<typeof auditRow>, 'hash' | 'actorName' | 'objectName'> {
  hash: Buffer;
  objectLabel: string | null;
  noteTitle: string | null;
  clientName: string | null;
  subject: Parameters<typeof fullNameOf>[0] | null;
  actor: Parameters<typeof fullNameOf>[0] | null;
}

function toAuditRow(stored: StoredRow): z.output<typeof auditRow> {
  const { actor, objectLabel, noteTitle, clientName, subject: person, hash, ...row } = stored;
  return {
    ...row,
    actorName: actor && fullNameOf(actor),
    objectName: objectLabel ?? noteTitle ?? clientName ?? (person && fullNameOf(person)),
    hash: hash.toString('hex'),
  };
}
