/** Payers as managers add and change them. */

import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { writeInBusiness } from '#platform/server/tenancy.ts';
import { addPayer, changePayer } from '#features/clients/server/payers/actions.ts';
import { lockPayer } from '#features/clients/server/payers/reads.ts';
import type { payerInput } from '#features/invoices/claimContract.ts';
import { invoices } from '#features/invoices/server/tables.ts';

type Input = z.output<typeof payerInput>;
type Change = { [Field in keyof Input]?: Input[Field] | undefined };

/** @throws 409 `payer_exists` */
export const createPayer = (context: MemberContext, input: Input) =>
  writeInBusiness(context, (tx) => addPayer(tx, context, input));

/** Drafts of invoices follow the name (see `lockPayerName`); issued invoices and claim batches keep it. @throws 404; 409 `payer_exists` */
export const updatePayer = (context: MemberContext, payerId: number, change: Change) =>
  writeInBusiness(context, async (tx) => {
    const payer = await lockPayer(tx, payerId);
    const changed = await changePayer(tx, context, { payer, ...change });
    await tx
      .update(invoices)
      .set({ payer: changed.name })
      .where(and(tx.inTenant(invoices), eq(invoices.state, 'draft'), eq(invoices.payerId, payer.id)));
    return changed;
  });
