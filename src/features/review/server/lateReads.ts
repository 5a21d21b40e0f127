/** Notes that are late: sent back and not corrected, or submitted long after the work. */

import { and, count, eq, gte, isNull, lt, min, ne, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AnswerOf } from '#platform/contract/endpoint.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import { firstSubmittedAt, isFingerprintOfNote } from '#features/notes/server/checks/submissionReads.ts';
import { noteFingerprints } from '#features/notes/server/checks/tables.ts';
import { isClosed } from '#features/notes/server/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import type { reviewContract } from '#features/review/contract.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { listNames } from './reportReads.ts';

type LateNotes = AnswerOf<(typeof reviewContract)['GET /api/reports/late-notes']>;

const HOUR_MS = 60 * 60 * 1000;
/** Late entries count for this long after their submission; corrections count until they are made. */
const RECENT_MS = 7 * 24 * HOUR_MS;

/** Authors with late notes, the most notes first. */
export const readLateNotes = (context: MemberContext): Promise<LateNotes> =>
  readInBusiness(context, async (tx) => {
    const { lateEntryHours } = await getOwnBusiness(tx, context.businessId);
    const now = context.now.getTime();
    const [sentBack, entries] = await Promise.all([
      countSentBack(tx, new Date(now - lateEntryHours * HOUR_MS)),
      countLateEntries(tx, new Date(now - RECENT_MS), lateEntryHours),
    ]);
    const corrections = new Map(sentBack.map((row) => [row.authorId, row]));
    const late = new Map(entries.map((row) => [row.authorId, row.lateEntries]));
    const names = await listNames(tx, [...new Set([...corrections.keys(), ...late.keys()])]);
    const authors = [...names].map(([authorId, authorName]) => ({
      authorId,
      authorName,
      sentBack: corrections.get(authorId)?.sentBack ?? 0,
      sentBackSince: corrections.get(authorId)?.sentBackSince ?? null,
      lateEntries: late.get(authorId) ?? 0,
    }));
    const countOf = (author: LateNotes['authors'][number]) => author.sentBack + author.lateEntries;
    return {
      lateEntryHours,
      authors: authors.toSorted(
        (a, b) => countOf(b) - countOf(a) || a.authorName.localeCompare(b.authorName, 'en'),
      ),
    };
  });

const author = alias(users, 'author');

const countSentBack = (tx: BusinessTransaction, before: Date) =>
  tx
    .select({
      authorId: notes.authorId,
      sentBack: count(),
      sentBackSince: min(sql`coalesce(${notes.reviewedAt}, ${notes.createdAt})`).mapWith(notes.reviewedAt),
    })
    .from(notes)
    .where(
      and(
        tx.inTenant(notes),
        eq(notes.status, 'in-progress'),
        isNull(notes.deletedAt),
        // Without a review it was sent back when it arrived.
        or(lt(notes.reviewedAt, before), and(isNull(notes.reviewedAt), lt(notes.createdAt, before))),
        // The others cannot be corrected.
        not(isClosed(tx)),
        sql`exists (select from ${users} as author
          where ${tx.inTenant(author)} and author.id = notes.author_id and author.status <> 'inactive')`,
      ),
    )
    .groupBy(notes.authorId)
    .execute();

const countLateEntries = (tx: BusinessTransaction, since: Date, hours: number) =>
  tx
    .select({ authorId: notes.authorId, lateEntries: count() })
    .from(notes)
    .innerJoin(timeEntries, and(tx.inTenant(timeEntries), eq(timeEntries.noteId, notes.id)))
    .leftJoin(noteFingerprints, isFingerprintOfNote(tx))
    .where(
      and(
        tx.inTenant(notes),
        isNull(notes.deletedAt),
        ne(notes.status, 'denied'),
        gte(notes.createdAt, since),
        sql`${firstSubmittedAt} > ${timeEntries.endTime} + make_interval(hours => ${hours}::int)`,
      ),
    )
    .groupBy(notes.authorId)
    .execute();
