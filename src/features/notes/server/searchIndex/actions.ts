/** Updates the search index of notes, in the transaction that writes the note. */

import { and, eq } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { tokenize } from '#features/notes/searchRules.ts';
import { noteSearch } from './tables.ts';

/** The searched fields of a note. */
export interface SearchableTexts {
  title: string;
  clientName: string;
  clientContactName: string;
  authorName: string;
  content: string;
  research: string;
  summary: string;
}

/** Indexes a new note, or a new version of one. */
export async function indexNote(
  tx: BusinessTransaction,
  { businessId, noteId }: { businessId: number; noteId: number },
  texts: SearchableTexts,
): Promise<void> {
  const document = toSearchDocument(businessId, texts);
  await tx
    .insert(noteSearch)
    .values({ businessId, noteId, document })
    .onConflictDoUpdate({ target: [noteSearch.businessId, noteSearch.noteId], set: { document } });
}

/** Removes a deleted note from the index. */
export async function removeFromIndex(tx: BusinessTransaction, noteId: number): Promise<void> {
  await tx.delete(noteSearch).where(and(tx.inTenant(noteSearch), eq(noteSearch.noteId, noteId)));
}

/** Returns the words of a note as a `tsvector`, each prefixed with its business: `'12.kitchen'`. */
export function toSearchDocument(businessId: number, texts: SearchableTexts): string {
  const { title, clientName, clientContactName, authorName, content, research, summary } = texts;
  const fields = [title, clientName, clientContactName, authorName, content, research, summary];
  const lexemes = new Set(tokenize(fields.join('\n')).map(({ folded }) => folded));
  return [...lexemes].map((word) => `'${businessId}.${word}'`).join(' ');
}
