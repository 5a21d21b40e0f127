/** Marks notes as being on an issued invoice or a claim batch. */
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { notes } from '#features/notes/server/tables.ts';

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
