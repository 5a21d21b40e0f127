import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { AnswerOf, RequestOf } from '#platform/contract/endpoint.ts';
import { momentInZone, nextDay } from '#platform/contract/zone.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { behindCursor, newestFirst, pageOf } from '#platform/server/cursor.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { auditContract, auditRow } from '#features/audit/contract.ts';
import { auditLog } from '#platform/server/audit/tables.ts';

type List = (typeof auditContract)['GET /api/audit'];
type Query = RequestOf<List>['query'];
type Filters = RequestOf<(typeof auditContract)['GET /api/audit/export']>['query'];

const newest = { id: auditLog.seq };
const subject = alias(users, 'subject');

const columns = {
  seq: auditLog.seq,
  actorId: auditLog.actorId,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  action: auditLog.action,
  object: auditLog.object,
  objectId: auditLog.objectId,
  details: auditLog.details,
  ip: auditLog.ip,
  createdAt: auditLog.createdAt,
  hash: auditLog.hash,
  noteTitle: notes.title,
  clientName: clients.companyName,
  subject: { username: subject.username, firstName: subject.firstName, lastName: subject.lastName },
};

/** The row that `object` and `objectId` name, where it has a name. */
const named = (table: typeof notes | typeof clients | typeof subject, ...objects: string[]) =>
  and(
    eq(table.businessId, auditLog.businessId),
    eq(table.id, auditLog.objectId),
    inArray(auditLog.object, objects),
  );

/** A page of the business's audit log, newest first; days are those of the business's zone. */
export function listAudit(context: MemberContext, query: Query): Promise<AnswerOf<List>> {
  const { businessId } = context;
  const wanted = and(eq(auditLog.businessId, businessId), filters(query, context.session.timeZone));
  return readInBusiness(context, async (tx) => {
    // Read before anything is under way, which nobody would wait for then.
    const behind = behindCursor(newest, query.cursor);
    const [total, rows] = await Promise.all([
      countUpTo(tx, auditLog, wanted),
      tx
        .select(columns)
        .from(auditLog)
        .leftJoin(users, and(eq(users.businessId, businessId), eq(users.id, auditLog.actorId)))
        .leftJoin(notes, named(notes, 'note'))
        .leftJoin(clients, named(clients, 'client', 'units'))
        .leftJoin(subject, named(subject, 'person'))
        .where(and(wanted, behind))
        .orderBy(...newestFirst(newest))
        .limit(query.limit + 1),
    ]);
    const page = pageOf({ rows, limit: query.limit, total }, ({ seq }) => ({ id: seq }));
    return { ...page, rows: page.rows.map(shown) };
  });
}

/** Which rows are wanted; days are those of a zone. */
export function filters({ actor, object, objectId, from, to }: Filters, timeZone: string) {
  return and(
    actor === undefined ? undefined : eq(auditLog.actorId, actor),
    object === undefined ? undefined : eq(auditLog.object, object),
    objectId === undefined ? undefined : eq(auditLog.objectId, objectId),
    from === undefined ? undefined : gte(auditLog.createdAt, momentInZone(from, '00:00', timeZone)),
    to === undefined ? undefined : lt(auditLog.createdAt, momentInZone(nextDay(to), '00:00', timeZone)),
  );
}

interface Name {
  username: string;
  firstName: string | null;
  lastName: string | null;
}

interface Stored extends Omit<z.output<typeof auditRow>, 'hash' | 'actorName' | 'objectName'> {
  hash: Buffer;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  noteTitle: string | null;
  clientName: string | null;
  subject: Name | null;
}

function shown({ username, firstName, lastName, hash, ...stored }: Stored): z.output<typeof auditRow> {
  const { noteTitle, clientName, subject: person, ...row } = stored;
  return {
    ...row,
    actorName: username === null ? null : fullNameOf({ username, firstName, lastName }),
    objectName: noteTitle ?? clientName ?? (person && fullNameOf(person)),
    hash: hash.toString('hex'),
  };
}

export interface ChainLink {
  /** The hash of the row before, hex; null when that row is gone. */
  before: string | null;
  /** Is this row still what was hashed onto the one before it? */
  holds: boolean;
}

/** A row's place in the chain, or null when it is gone. */
export async function chainLink(
  tx: BusinessTransaction,
  businessId: number,
  seq: number,
): Promise<ChainLink | null> {
  const { rows } = await tx.execute<{ before: string | null; holds: boolean }>(sql`
    select encode(link.before, 'hex') as before,
      coalesce(link.hash = sha256(link.before || convert_to(link.payload, 'UTF8')), false) as holds
    from (
      select one.hash, one.payload,
        case when one.seq = 1 then sha256(convert_to(${String(businessId)}::text, 'UTF8')) else before.hash end as before
      from ${auditLog} as one
      left join ${auditLog} as before on before.business_id = one.business_id and before.seq = one.seq - 1
      where one.business_id = ${businessId} and one.seq = ${seq}
    ) as link`);
  return rows[0] ?? null;
}
