import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { placeholder, prepareQuery } from '#platform/server/database/prepareQuery.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { noteDispute } from '#features/notes/disputeContract.ts';
import { noteDisputes } from './tables.ts';

/** The disputes of a note, oldest first. */
export async function listDisputes(
  tx: BusinessTransaction,
  businessId: number,
  noteId: number,
): Promise<z.output<typeof noteDispute>[]> {
  const rows = await selectDisputes(tx, '').execute({ businessId, noteId });
  return rows.map(({ manager, ...row }) => ({ ...row, answeredByName: manager && fullNameOf(manager) }));
}

const selectDisputes = prepareQuery((queries) =>
  queries
    .select({
      id: noteDisputes.id,
      reason: noteDisputes.reason,
      text: noteDisputes.text,
      at: noteDisputes.createdAt,
      answer: noteDisputes.answer,
      answeredAt: noteDisputes.answeredAt,
      manager: { username: users.username, firstName: users.firstName, lastName: users.lastName },
    })
    .from(noteDisputes)
    .leftJoin(
      users,
      and(eq(users.businessId, noteDisputes.businessId), eq(users.id, noteDisputes.answeredBy)),
    )
    .where(
      and(
        eq(noteDisputes.businessId, placeholder<number>('businessId')),
        eq(noteDisputes.noteId, placeholder<number>('noteId')),
      ),
    )
    .orderBy(asc(noteDisputes.id))
    .prepare(''),
);
