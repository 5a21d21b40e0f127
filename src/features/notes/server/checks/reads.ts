/** Guarded: reads the checks of a note as the caller may see them. */

import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { isManager, type Session } from '#platform/server/context.ts';
import { placeholder, prepareQuery } from '#platform/server/database/prepareQuery.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { CheckLevel, noteCheck, NoteCheckCode } from '#features/notes/checkContract.ts';
import { describeCheck, isCheckFor } from '#features/notes/checkRules.ts';
import type { Tenant } from '#features/notes/server/rowReads.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { Finding } from './findings.ts';
import { noteChecks } from './tables.ts';

/** A stored check with who explained it; one that was just found has no explanation. */
export type CheckRow = Finding & {
  explanation?: string | null;
  explainedAt?: Date | null;
  explainer?: { username: string; firstName: string | null; lastName: string | null } | null;
};

/** The checks of a note in the order in which they are listed. */
export const listChecks = (
  tx: BusinessTransaction,
  businessId: number,
  noteId: number,
): Promise<CheckRow[]> => selectChecks(tx, '').execute({ businessId, noteId });

const selectChecks = prepareQuery((queries) =>
  queries
    .select({
      code: noteChecks.code,
      level: noteChecks.level,
      relatedNoteIds: noteChecks.relatedNoteIds,
      detail: noteChecks.detail,
      explanation: noteChecks.explanation,
      explainedAt: noteChecks.explainedAt,
      explainer: { username: users.username, firstName: users.firstName, lastName: users.lastName },
    })
    .from(noteChecks)
    .leftJoin(users, and(eq(users.businessId, noteChecks.businessId), eq(users.id, noteChecks.explainedBy)))
    .where(
      and(
        eq(noteChecks.businessId, placeholder<number>('businessId')),
        eq(noteChecks.noteId, placeholder<number>('noteId')),
      ),
    )
    // Warnings first.
    .orderBy(sql`${noteChecks.level} desc`, asc(noteChecks.code))
    .prepare(''),
);

/** The checks of a note as the caller may see them; explanations are for managers. */
export function toChecks(
  session: Session,
  { authorId }: { authorId: number },
  rows: readonly CheckRow[],
): z.output<typeof noteCheck>[] {
  const viewer = { isManager: isManager(session), isAuthor: authorId === session.userId };
  return rows
    .filter(({ code }) => isCheckFor(code, viewer))
    .map((row) => ({ ...toCheck(row), ...(viewer.isManager ? {} : { explanation: null }) }));
}

export function toCheck({ explanation, explainedAt, explainer, ...check }: CheckRow) {
  return {
    ...check,
    message: describeCheck(check),
    explanation:
      explanation && explainedAt && explainer
        ? { reason: explanation, byName: fullNameOf(explainer), at: explainedAt }
        : null,
  };
}

const listed = alias(noteChecks, 'listed');

/** For a query that selects from `notes`: a check that counts for a manager, so not an explained one. */
const isListed = (
  tenant: Tenant,
  viewerId: number,
) => sql`${tenant.inTenant(listed)} and listed.note_id = notes.id
  and listed.explained_at is null and (listed.code <> 'own_note' or notes.author_id = ${viewerId})`;

/** For a query that selects from `notes`: the checks that count for a manager. Decode them with `toListedChecks`. */
export const selectListedChecks = (tenant: Tenant, viewerId: number) => sql<string | null>`(
  select string_agg(listed.level || ' ' || listed.code, ',') from ${noteChecks} as listed where ${isListed(tenant, viewerId)})`;

/** For a query that selects from `notes`: whether a warning counts for a manager. */
export const hasListedWarning = (tenant: Tenant, viewerId: number) =>
  sql`exists (select from ${noteChecks} as listed where ${isListed(tenant, viewerId)} and listed.level = 'warning')`;

/** Codes and highest level, as lists show them. */
export function toListedChecks(codes: string | null): {
  checks: NoteCheckCode[];
  level: CheckLevel | 'clear';
} {
  if (codes === null) return { checks: [], level: 'clear' };
  const checks = codes
    .split(',')
    .map((one) => one.split(' ') as [CheckLevel, NoteCheckCode])
    // Warnings first.
    .sort(([a, one], [b, other]) => b.localeCompare(a) || one.localeCompare(other));
  return { checks: checks.map(([, code]) => code), level: checks[0]?.[0] ?? 'clear' };
}
