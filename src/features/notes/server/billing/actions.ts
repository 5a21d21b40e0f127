/** Marks notes as being on an issued invoice or a claim batch, and changes the rates of those that are not. */

import { and, asc, inArray, sql } from 'drizzle-orm';
import { recordAudits } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { notes } from '#features/notes/server/tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    /** The rate that an approval froze was replaced; null for none. */
    'note.rated': { clientId: number; unitRate: string | null; previousUnitRate: string | null };
  }
}

/** Locks notes by id until the transaction ends, so that none is reviewed, disputed or deleted. */
export const lockNotes = (tx: BusinessTransaction, noteIds: readonly number[]) =>
  tx
    .select({ id: notes.id })
    .from(notes)
    .where(and(tx.inTenant(notes), inArray(notes.id, [...noteIds])))
    .orderBy(asc(notes.id))
    .for('no key update')
    .execute();

/** Sets what has the notes, which the caller has locked; null when they can be billed again. */
export const setBilled = (
  tx: BusinessTransaction,
  noteIds: readonly number[],
  holder: 'invoice' | 'claim_batch' | null,
) =>
  tx
    .update(notes)
    .set({ isBilled: holder !== null, isClaimed: holder === 'claim_batch' })
    .where(and(tx.inTenant(notes), inArray(notes.id, [...noteIds])))
    .execute();

/** Stores the rates of notes that a draft or claim batch takes, unless they have one since their approval or an earlier draft. */
export const keepDraftRates = (
  tx: BusinessTransaction,
  businessId: number,
  visits: readonly { noteId: number; unitRate: string }[],
) =>
  tx
    .execute(
      sql`update ${notes} as note set draft_rate = visit."unitRate"
        from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as visit ("noteId" bigint, "unitRate" numeric)
        where note.business_id = ${businessId} and note.id = visit."noteId"
          and note.unit_rate is null and note.draft_rate is null`,
    )
    .execute();

export interface RatedVisit {
  noteId: number;
  clientId: number;
  title: string;
  oldRate: string | null;
  /** Null when no rate is left. */
  unitRate: string | null;
  /** True when the approval stored the rate, so that the audit log has it. */
  isFrozen: boolean;
}

/** Replaces the rates of approved notes, which the caller has locked and nothing has billed. */
export async function changeFrozenRates(
  tx: BusinessTransaction,
  context: MemberContext,
  visits: readonly RatedVisit[],
): Promise<void> {
  const rows = visits.map(({ noteId, unitRate, isFrozen }) => ({ noteId, unitRate, isFrozen }));
  await tx.execute(
    sql`update ${notes} as note
      set unit_rate = case when visit."isFrozen" then visit."unitRate" end, draft_rate = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as visit ("noteId" bigint, "unitRate" numeric, "isFrozen" boolean)
      where note.business_id = ${context.businessId} and note.id = visit."noteId"`,
  );
  recordAudits(
    tx,
    context,
    visits
      .filter(({ isFrozen }) => isFrozen)
      .map(({ noteId, clientId, title, oldRate, unitRate }) => ({
        type: 'note.rated' as const,
        id: noteId,
        label: title,
        details: { clientId, unitRate, previousUnitRate: oldRate },
      })),
  );
}
