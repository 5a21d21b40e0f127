/** Where notes with the words are found: off the index of words, in some notes one by one, or from the newest one on. */
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { AnyColumn, SQL, WithSubquery } from 'drizzle-orm';
import { placeholder } from '#platform/server/database/prepareQuery.ts';
import type { Queries } from '#platform/server/database/database.ts';
import { notesThatMeet } from '#features/notes/server/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { ownNoteSearch } from '#features/notes/server/searchIndex/tables.ts';

/** So many of the newest notes tell whether words are common, and so many of them have common ones. */
const SAMPLE = { notes: 100, common: 15 };
/** What more notes have is common, whatever the newest ones have. */
const GATHERED = 10_000;
/** When an author, a client or a status has no more notes than this, their words are read one by one. */
const FEW = 2000;

export const LATER_PAGE = 'later page';
export const thisBusiness = placeholder<number>('businessId');
/** The words that are looked for. */
export const query = sql`${placeholder('query')}::tsquery`;

/** The filters that a shape names, as conditions on the notes; undefined for none. Deleted notes have no words. */
export function filterOf(shape: string, only?: string): SQL | undefined {
  const names = shape.split(',').filter((name) => name !== '' && name !== LATER_PAGE);
  const wanted = only === undefined ? names : names.filter((name) => name === only);
  if (wanted.length === 0) return undefined;
  return notesThatMeet(
    thisBusiness,
    Object.fromEntries(wanted.map((name) => [name, placeholder<never>(name)])),
  );
}

/** One of the filters for which there is an index: that which mostly leaves least. */
const narrowestOf = (shape: string): SQL | undefined =>
  filterOf(shape, 'authorId') ?? filterOf(shape, 'clientId') ?? filterOf(shape, 'status');

/** Not `=`: an equality would be shared with the notes, whose policy would then come before the index. */
export const ofBusiness = sql`${ownNoteSearch.businessId} = any (array[${thisBusiness}]::bigint[])`;
/** As a number of another kind, for which the key is no index: that of the words finds no other business's. */
const ofBusinessAnyway = sql`${ownNoteSearch.businessId} = any (array[${thisBusiness}]::numeric[])`;
const hasWords = sql`${ownNoteSearch.document} @@ ${query}`;
const newestFirst = [desc(ownNoteSearch.businessId), desc(ownNoteSearch.noteId)];

/** Among all notes: off the index, unless the newest ones tell that the words are common. */
export function foundInAll(tx: Queries) {
  const newest = tx
    .select({ document: ownNoteSearch.document })
    .from(ownNoteSearch)
    .where(ofBusiness)
    .orderBy(...newestFirst)
    .limit(SAMPLE.notes)
    .as('newest');
  const sample = tx
    .$with('sample')
    .as(
      tx
        .select({ hits: sql<number>`count(*) filter (where ${newest.document} @@ ${query})`.as('hits') })
        .from(newest),
    );
  const isUncommon = sql`(select hits from ${sample}) < ${SAMPLE.common}`;
  const found = offIndex(tx, 'found', { atMost: GATHERED, when: isUncommon });
  return {
    parts: [sample, found],
    found,
    common: sql<boolean>`not (${isUncommon} and ${atMost(found, GATHERED)})`,
  };
}

/**
 * Among the notes that meet a filter, of which the newest ones of all tell nothing: in each note of the author, client or
 * status if these are few and some of them have the words, off the index otherwise.
 */
export function foundAmong(tx: Queries, shape: string) {
  const narrow = narrowestOf(shape);
  const { parts, matching, when } = narrow ? lookedThrough(tx, narrow) : { parts: [] };
  const gathered = offIndex(tx, 'gathered', { atMost: GATHERED, when });
  const areAll = atMost(gathered, GATHERED);
  const offIt = tx.select({ noteId: gathered.noteId }).from(gathered).where(areAll);
  const having = (matching ? matching.unionAll(offIt) : offIt).as('having');
  const found = tx
    .$with('found')
    .as(
      tx
        .select({ noteId: having.noteId })
        .from(having)
        .crossJoinLateral(theNote(tx, having.noteId))
        .where(filterOf(shape)),
    );
  return { parts: [...parts, gathered, found], found, common: sql<boolean>`not ${areAll}` };
}

/** The notes that one index alone tells, if they are few and, where there are more than a sample, any of that has the words. */
function lookedThrough(tx: Queries, narrow: SQL) {
  const few = tx.$with('few').as(
    tx
      .select({ noteId: notes.id })
      .from(notes)
      .where(narrow)
      .limit(FEW + 1),
  );
  const some = tx.select({ noteId: few.noteId }).from(few).limit(SAMPLE.notes).as('some');
  const sample = tx.$with('sample').as(
    tx
      .select({ hits: count().as('hits') })
      .from(some)
      .crossJoinLateral(wordsOfOne(tx, some.noteId)),
  );
  const isWorthIt = sql`(${atMost(few, SAMPLE.notes)} or ${atMost(few, FEW)} and (select hits from ${sample}) > 0)`;
  const matching = tx
    .select({ noteId: few.noteId })
    .from(few)
    .crossJoinLateral(wordsOfOne(tx, few.noteId))
    .where(isWorthIt);
  return { parts: [few, sample], matching, when: sql`not ${isWorthIt}` };
}

/** One note, by its key: nothing else leads to it with its own limit, whatever the filter makes the planner guess. */
const theNote = (tx: Queries, noteId: AnyColumn) =>
  tx
    .select()
    .from(notes)
    .where(and(eq(notes.businessId, thisBusiness), eq(notes.id, noteId)))
    .limit(1)
    // Under the name of the table, so that conditions on notes are about this one.
    .as('notes');

interface Gathering {
  atMost: number;
  when?: SQL | undefined;
}

/** Notes with the words, one more than at most if there are more. */
const offIndex = (tx: Queries, name: string, { atMost, when }: Gathering) =>
  tx.$with(name).as(
    tx
      .select({ noteId: ownNoteSearch.noteId })
      .from(ownNoteSearch)
      .where(and(when, ofBusinessAnyway, hasWords))
      .limit(atMost + 1),
  );

const atMost = (gathered: WithSubquery, number: number) =>
  sql<boolean>`(select count(*) from ${gathered}) <= ${number}`;

/** The words of one note if they match. With its own limit nothing but the key leads there, one note after the other. */
function wordsOfOne(tx: Queries, noteId: AnyColumn) {
  const one = tx
    .select({ document: ownNoteSearch.document })
    .from(ownNoteSearch)
    .where(and(ofBusiness, eq(ownNoteSearch.noteId, noteId)))
    .limit(1)
    .as('one');
  return tx
    .select({ document: one.document })
    .from(one)
    .where(sql`${one.document} @@ ${query}`)
    .as('words');
}

/** Notes with the words, from the newest one on. */
export const newestOfAll = (tx: Queries) =>
  tx
    .select({ noteId: ownNoteSearch.noteId, document: ownNoteSearch.document })
    .from(ownNoteSearch)
    .where(and(ofBusiness, hasWords))
    .orderBy(...newestFirst);

/** The same of those that meet a filter. */
export function newestAmong(tx: Queries, filter: SQL) {
  const words = wordsOfOne(tx, notes.id);
  return tx
    .select({ noteId: notes.id, document: words.document })
    .from(notes)
    .crossJoinLateral(words)
    .where(filter)
    .orderBy(desc(notes.createdAt), desc(notes.id));
}
