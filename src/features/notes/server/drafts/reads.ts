import { and, eq, exists, sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { isManager } from '#platform/server/context.ts';
import { newestFirst } from '#platform/server/cursor.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { clientAssignments } from '#features/clients/server/assignments/tables.ts';
import { clients } from '#features/clients/server/tables.ts';
import { noteDrafts } from './tables.ts';

const lastSaved = { at: noteDrafts.updatedAt, id: noteDrafts.id };

/** What a list shows of a draft: texts and a signature weigh up to 300 KB, a code is a secret. */
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
  hasEmployeeSignature: sql<boolean>`${noteDrafts.employeeSignature} is not null`,
  createdAt: noteDrafts.createdAt,
  updatedAt: noteDrafts.updatedAt,
};

const wholeColumns = {
  ...columns,
  content: noteDrafts.content,
  research: noteDrafts.research,
  summary: noteDrafts.summary,
  employeeSignature: noteDrafts.employeeSignature,
  sealedCode: noteDrafts.clientSignatureCode,
};

/** What a sealed client's code of a draft belongs to: the business and the draft's author. */
export const draftCodePurpose = ({ businessId, session }: MemberContext): string =>
  `draft-code:${businessId}:${session.userId}`;

const ownRows = ({ businessId, session }: MemberContext) =>
  and(eq(noteDrafts.businessId, businessId), eq(noteDrafts.authorId, session.userId));

/** Picks one draft, if it is an own one. */
export const whereOwnDraft = (context: MemberContext, draftId: number) =>
  and(ownRows(context), eq(noteDrafts.id, draftId));

/** The own drafts, the last saved first. */
export const listDrafts = (context: MemberContext) =>
  readInBusiness(context, (tx) =>
    tx
      .select(columns)
      .from(noteDrafts)
      .leftJoin(clients, seenClient(tx, context))
      .where(ownRows(context))
      .orderBy(...newestFirst(lastSaved)),
  );

/** The whole own draft with its signature and the code as it was typed. @throws 404 */
export async function readDraft(context: MemberContext, draftId: number) {
  const [row] = await readInBusiness(context, (tx) =>
    tx
      .select(wholeColumns)
      .from(noteDrafts)
      .leftJoin(clients, seenClient(tx, context))
      .where(whereOwnDraft(context, draftId)),
  );
  if (!row) throw notFound('This draft does not exist.');
  const { sealedCode, ...draft } = row;
  const { secrets } = context.services;
  return { ...draft, clientSignatureCode: sealedCode && secrets.open(draftCodePurpose(context), sealedCode) };
}

/** One own draft as it is listed, within a transaction, or undefined. */
export async function findOwnDraft(tx: BusinessTransaction, context: MemberContext, draftId: number) {
  const [row] = await tx
    .select(columns)
    .from(noteDrafts)
    .leftJoin(clients, seenClient(tx, context))
    .where(whereOwnDraft(context, draftId));
  return row;
}

/** A client that its author is no longer assigned to stays on the draft, but without a name. */
function seenClient(tx: BusinessTransaction, { businessId, session }: MemberContext) {
  const assigned = tx
    .select({ one: sql`1` })
    .from(clientAssignments)
    .where(
      and(
        eq(clientAssignments.businessId, businessId),
        eq(clientAssignments.employeeId, session.userId),
        eq(clientAssignments.clientId, clients.id),
        eq(clientAssignments.status, 'active'),
      ),
    );
  const seen = isManager(session) ? undefined : exists(assigned);
  return and(eq(clients.businessId, businessId), eq(clients.id, noteDrafts.clientId), seen);
}
