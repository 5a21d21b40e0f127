import { and, eq, exists, sql } from 'drizzle-orm';
import type { MemberContext } from '../../../platform/server/context.ts';
import { isManager } from '../../../platform/server/context.ts';
import { newestFirst } from '../../../platform/server/cursor.ts';
import { readInBusiness } from '../../../platform/server/tenancy.ts';
import type { BusinessTransaction } from '../../../platform/server/tenancy.ts';
import { clientAssignments } from '../../assignments/server/tables.ts';
import { clients } from '../../clients/server/tables.ts';
import { noteDrafts } from './tables.ts';

const lastSaved = { at: noteDrafts.updatedAt, id: noteDrafts.id };

const columns = {
  id: noteDrafts.id,
  draftName: noteDrafts.draftName,
  clientId: noteDrafts.clientId,
  clientName: clients.companyName,
  title: noteDrafts.title,
  content: noteDrafts.content,
  category: noteDrafts.category,
  workDate: noteDrafts.workDate,
  startTime: noteDrafts.startTime,
  endTime: noteDrafts.endTime,
  research: noteDrafts.research,
  summary: noteDrafts.summary,
  employeeSignature: noteDrafts.employeeSignature,
  clientSignatureCode: noteDrafts.clientSignatureCode,
  createdAt: noteDrafts.createdAt,
  updatedAt: noteDrafts.updatedAt,
};

/** The own drafts, the last saved first. */
export const listDrafts = (context: MemberContext) =>
  readInBusiness(context, (tx) => ownDrafts(tx, context).orderBy(...newestFirst(lastSaved)));

/** One own draft within a transaction, or undefined. */
export async function ownDraft(tx: BusinessTransaction, context: MemberContext, draftId: number) {
  const [row] = await ownDrafts(tx, context, draftId);
  return row;
}

/** A client that its author is no longer assigned to stays on the draft, but without a name. */
function ownDrafts(tx: BusinessTransaction, { businessId, session }: MemberContext, draftId?: number) {
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
  return tx
    .select(columns)
    .from(noteDrafts)
    .leftJoin(clients, and(eq(clients.businessId, businessId), eq(clients.id, noteDrafts.clientId), seen))
    .where(
      and(
        eq(noteDrafts.businessId, businessId),
        eq(noteDrafts.authorId, session.userId),
        draftId === undefined ? undefined : eq(noteDrafts.id, draftId),
      ),
    );
}
