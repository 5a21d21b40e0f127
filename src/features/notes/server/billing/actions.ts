/** Marks notes as being on an issued invoice. */
import { and, asc, inArray } from 'drizzle-orm';
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

/** Sets whether an issued invoice has the notes, which the caller has locked. */
export const setBilled = (tx: BusinessTransaction, noteIds: readonly number[], isBilled: boolean) =>
  tx
    .update(notes)
    .set({ isBilled })
    .where(and(tx.inTenant(notes), inArray(notes.id, [...noteIds])))
    .execute();
