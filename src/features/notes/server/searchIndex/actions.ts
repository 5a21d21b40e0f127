/** Keeps the search index of notes, in the transaction that writes the note. */
import { and, eq } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { tokenize } from '#features/notes/searchRules.ts';
import { noteSearch } from './tables.ts';

type NoteKey = { businessId: number; noteId: number };

/** The fields of a note that are searched. */
export interface SearchableTexts {
  title: string;
  clientName: string;
  clientContactName: string;
  authorName: string;
  content: string;
  research: string;
  summary: string;
}

/** Stores the words of a new note or of a new version of one. */
export async function indexNote(
  tx: BusinessTransaction,
  { businessId, noteId }: NoteKey,
  texts: SearchableTexts,
): Promise<void> {
  const document = toSearchDocument(businessId, texts);
  await tx
    .insert(noteSearch)
    .values({ businessId, noteId, document })
    .onConflictDoUpdate({ target: [noteSearch.businessId, noteSearch.noteId], set: { document } });
}

/** Removes a deleted note from search. */
export async function removeFromIndex(
  tx: BusinessTransaction,
  { businessId, noteId }: NoteKey,
): Promise<void> {
  await tx
    .delete(noteSearch)
    .where(and(eq(noteSearch.businessId, businessId), eq(noteSearch.noteId, noteId)));
}

/** The words of a note as a `tsvector`, each with its business in front (`'12.kitchen'`), in letters and digits alone. */
export function toSearchDocument(businessId: number, texts: SearchableTexts): string {
  const { title, clientName, clientContactName, authorName, content, research, summary } = texts;
  const searched = [title, clientName, clientContactName, authorName, content, research, summary];
  const lexemes = new Set(tokenize(searched.join('\n')).map(({ folded }) => folded));
  return [...lexemes].map((word) => `'${businessId}.${word}'`).join(' ');
}
