/** Selects the visits of a packet. */

import { and, asc, eq, gte, inArray, lte, or, sql } from 'drizzle-orm';
import { invalid, invalidField } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { clients } from '#features/clients/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import { MAX_VISITS, type PacketInput } from '#features/packets/contract.ts';
import { whereVisit } from './readinessReads.ts';

type Pair = NonNullable<PacketInput['pairs']>[number];
type Sample = NonNullable<PacketInput['sample']>;

const NONE = 'No visits on these dates. Choose other dates.';

/** The names of the clients of pairs, archived ones included, in their order. @throws 400 at an unknown client */
export async function listClientNames(tx: BusinessTransaction, pairs: readonly Pair[]): Promise<string[]> {
  const rows = await tx
    .select({ id: clients.id, name: clients.contactName })
    .from(clients)
    .where(
      and(
        tx.inTenant(clients),
        inArray(
          clients.id,
          pairs.map(({ clientId }) => clientId),
        ),
      ),
    );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const issues = pairs.flatMap(({ clientId }, index) =>
    names.has(clientId) ? [] : [{ path: `pairs.${index}.clientId`, message: 'This client does not exist' }],
  );
  if (issues.length > 0) throw invalid(issues);
  return pairs.map(({ clientId }) => names.get(clientId) ?? '');
}

/** The visits of clients on their days. @throws 400 at `pairs` for none, and for more than `MAX_VISITS` */
export async function selectPairs(tx: BusinessTransaction, pairs: readonly Pair[]): Promise<number[]> {
  const rows = await tx
    .select({ id: notes.id })
    .from(notes)
    .where(
      and(
        tx.inTenant(notes),
        whereVisit(),
        or(
          ...pairs.map(({ clientId, from, to }) =>
            and(eq(notes.clientId, clientId), gte(notes.workDate, from), lte(notes.workDate, to)),
          ),
        ),
      ),
    )
    .limit(MAX_VISITS + 1);
  if (rows.length === 0) throw invalidField('pairs', NONE);
  if (rows.length > MAX_VISITS)
    throw invalidField('pairs', `That’s more than ${MAX_VISITS} visits. Choose fewer clients or days.`);
  return rows.map(({ id }) => id);
}

/**
 * A random sample: the first visits of the period in the order of SHA-256(`seed:note number`), hexadecimal, so that
 * an auditor can draw it again.
 * @returns the sample, and of how many visits it is
 * @throws 400 at `sample.to` when there are no visits
 */
export async function selectSample(
  tx: BusinessTransaction,
  { from, to, count }: Sample,
  seed: string,
): Promise<{ noteIds: number[]; population: number }> {
  const rows = await tx
    .select({ id: notes.id, population: sql<number>`(count(*) over ())::int` })
    .from(notes)
    .where(and(tx.inTenant(notes), whereVisit(), gte(notes.workDate, from), lte(notes.workDate, to)))
    // Bytes have the order of their hexadecimal digits.
    .orderBy(asc(sql`sha256(convert_to(concat(${seed}::text, ':', ${notes.id}), 'UTF8'))`))
    .limit(count);
  const [first] = rows;
  if (!first) throw invalidField('sample.to', NONE);
  return { noteIds: rows.map(({ id }) => id), population: first.population };
}
