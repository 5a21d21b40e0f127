/** Keeps the words by which notes are found, in the transaction that writes the note. */
import { and, eq } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { splitWords } from '#features/search/rules.ts';
import { noteSearch } from './tables.ts';

type Place = { businessId: number; noteId: number };

/** What a note is found by. */
export interface NoteTexts {
  title: string;
  clientName: string;
  clientContactName: string;
  authorName: string;
  content: string;
  research: string;
  summary: string;
}

/** How much a word says, by where it stands: A most, D least. */
const WEIGHTS = {
  title: 'A',
  clientName: 'A',
  clientContactName: 'A',
  authorName: 'A',
  content: 'B',
  summary: 'C',
  research: 'D',
} as const satisfies Record<keyof NoteTexts, string>;

/** Words of different texts are no neighbours. */
const GAP = 20;

/** Stores the words of a note, new or signed anew. */
export async function indexNote(
  tx: BusinessTransaction,
  { businessId, noteId }: Place,
  texts: NoteTexts,
): Promise<void> {
  const document = toSearchDocument(businessId, texts);
  await tx
    .insert(noteSearch)
    .values({ businessId, noteId, document })
    .onConflictDoUpdate({ target: [noteSearch.businessId, noteSearch.noteId], set: { document } });
}

/** A deleted note is found no more. */
export async function removeFromIndex(tx: BusinessTransaction, { businessId, noteId }: Place): Promise<void> {
  await tx
    .delete(noteSearch)
    .where(and(eq(noteSearch.businessId, businessId), eq(noteSearch.noteId, noteId)));
}

/** The words of a note as the database keeps them: `'12.kitchen':1A,7B`, in letters and digits alone. */
export function toSearchDocument(businessId: number, texts: NoteTexts): string {
  const places = new Map<string, string[]>();
  let position = 1;
  for (const [text, weight] of Object.entries(WEIGHTS)) {
    for (const { folded } of splitWords(texts[text as keyof NoteTexts])) {
      const known = places.get(folded) ?? [];
      places.set(folded, known);
      known.push(`${position}${weight}`);
      position += 1;
    }
    position += GAP;
  }
  return [...places].map(([word, known]) => `'${businessId}.${word}':${known.join(',')}`).join(' ');
}
