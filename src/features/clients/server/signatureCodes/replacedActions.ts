/** Signature codes that were replaced while a device was offline. */

import { and, eq, gt, lte } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { replacedCodes } from '#features/clients/server/tables.ts';

/** How long a replaced code is valid for notes that were begun before. */
const VALID_MS = 168 * 60 * 60 * 1000;

const validSince = ({ now }: Pick<MemberContext, 'now'>) => new Date(now.getTime() - VALID_MS);

/** Stores a code that is replaced, and deletes those of the business that are no longer valid. */
export async function storeReplacedCode(
  tx: BusinessTransaction,
  context: MemberContext,
  replaced: { clientId: number; signatureCode: Buffer },
): Promise<void> {
  const { businessId, now } = context;
  await tx
    .delete(replacedCodes)
    .where(and(tx.inTenant(replacedCodes), lte(replacedCodes.createdAt, validSince(context))));
  await tx.insert(replacedCodes).values({ ...replaced, businessId, createdAt: now });
}

/** The encrypted codes of a client that were valid when a note was begun. */
export async function listReplacedCodes(
  tx: BusinessTransaction,
  context: MemberContext,
  { clientId, begunAt }: { clientId: number; begunAt: Date },
): Promise<Buffer[]> {
  const since = validSince(context);
  // A begin in the future was measured by a clock that was corrected since: it may be any time until now. So may one
  // that PostgreSQL cannot store.
  const isKnown = begunAt > since && begunAt <= context.now;
  const rows = await tx
    .select({ code: replacedCodes.signatureCode })
    .from(replacedCodes)
    .where(
      and(
        tx.inTenant(replacedCodes),
        eq(replacedCodes.clientId, clientId),
        gt(replacedCodes.createdAt, isKnown ? begunAt : since),
      ),
    );
  return rows.map(({ code }) => code);
}
