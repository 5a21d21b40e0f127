/** Reads the drafts of their author. */

import { and, eq, exists, sql } from 'drizzle-orm';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import {
  encodeCursor,
  newestFirst,
  whereAfterCursor,
  wholePageOf,
  type PageQuery,
} from '#platform/server/cursor.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { clientAssignments } from '#features/clients/server/assignments/tables.ts';
import { clients } from '#features/clients/server/tables.ts';
import { noteDrafts } from './tables.ts';

const lastSaved = { at: noteDrafts.updatedAt, id: noteDrafts.id };

/** The columns of a list, without the signature of up to 300 KB. */
const columns = {
  id: noteDrafts.id,
  draftName: noteDrafts.draftName,
  clientId: noteDrafts.clientId,
  clientName: clients.companyName,
  title: noteDrafts.title,
  category: noteDrafts.category,
  priority: noteDrafts.priority,
  workDate: noteDrafts.workDate,
  startTime: noteDrafts.startTime,
  endTime: noteDrafts.endTime,
  startOccurrence: noteDrafts.startOccurrence,
  endOccurrence: noteDrafts.endOccurrence,
  rounding: noteDrafts.rounding,
  timeZone: noteDrafts.timeZone,
  hasEmployeeSignature: sql<boolean>`${noteDrafts.employeeSignature} is not null`,
  createdAt: noteDrafts.createdAt,
  updatedAt: noteDrafts.updatedAt,
  content: noteDrafts.content,
  research: noteDrafts.research,
  summary: noteDrafts.summary,
  encryptedCode: noteDrafts.clientSignatureCode,
  clock: noteDrafts.clock,
  signer: noteDrafts.signer,
  dispute: noteDrafts.dispute,
  language: noteDrafts.language,
};

/** Binds the encrypted client's code to the business and the draft's author. */
export const draftCodePurpose = ({ businessId, session }: MemberContext): string =>
  `draft-code:${businessId}:${session.userId}`;

const whereOwn = (tx: BusinessTransaction, { session }: MemberContext) =>
  and(tx.inTenant(noteDrafts), eq(noteDrafts.authorId, session.userId));

/** Condition: a draft of the caller. */
export const whereOwnDraft = (tx: BusinessTransaction, context: MemberContext, draftId: number) =>
  and(whereOwn(tx, context), eq(noteDrafts.id, draftId));

/** A page of the caller's drafts, last saved first. */
export function listDrafts(context: MemberContext, { limit, cursor }: PageQuery) {
  const afterCursor = whereAfterCursor(lastSaved, cursor);
  return readInBusiness(context, async (tx) => {
    const rows = await tx
      .select(columns)
      .from(noteDrafts)
      .leftJoin(clients, whereVisibleClient(tx, context))
      .where(and(whereOwn(tx, context), afterCursor))
      .orderBy(...newestFirst(lastSaved))
      .limit(limit + 1);
    const page = wholePageOf({ rows, limit }, ({ updatedAt, id }) => encodeCursor({ at: updatedAt, id }));
    return { ...page, rows: page.rows.map((row) => withCode(context, row)) };
  });
}

/** A whole draft of the caller. @throws 404 */
export const readDraft = (context: MemberContext, draftId: number) =>
  readInBusiness(context, (tx) => getOwnDraft(tx, context, draftId));

/** A whole draft of the caller, in a transaction. @throws 404 */
export async function getOwnDraft(tx: BusinessTransaction, context: MemberContext, draftId: number) {
  const [row] = await tx
    .select({ ...columns, employeeSignature: noteDrafts.employeeSignature })
    .from(noteDrafts)
    .leftJoin(clients, whereVisibleClient(tx, context))
    .where(whereOwnDraft(tx, context, draftId));
  if (!row) throw notFound('This draft does not exist.');
  return withCode(context, row);
}

/** Decrypts the client's code. */
function withCode<T extends { encryptedCode: Buffer | null }>(
  context: MemberContext,
  { encryptedCode, ...draft }: T,
) {
  const { secrets } = context.services;
  const purpose = draftCodePurpose(context);
  return { ...draft, clientSignatureCode: encryptedCode && secrets.decrypt(purpose, encryptedCode) };
}

/** The draft's client; without a name when its author is no longer assigned. */
function whereVisibleClient(tx: BusinessTransaction, { session }: MemberContext) {
  const assigned = tx
    .select({ one: sql`1` })
    .from(clientAssignments)
    .where(
      and(
        tx.inTenant(clientAssignments),
        eq(clientAssignments.employeeId, session.userId),
        eq(clientAssignments.clientId, clients.id),
        eq(clientAssignments.status, 'active'),
      ),
    );
  const isVisible = isManager(session) ? undefined : exists(assigned);
  return and(tx.inTenant(clients), eq(clients.id, noteDrafts.clientId), isVisible);
}
