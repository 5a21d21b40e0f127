/** Previews which account the units of a visit would be allocated to. */

import { and, eq } from 'drizzle-orm';
import { add, subtract } from '#platform/contract/decimals.ts';
import { getZoneOn } from '#platform/contract/zoneDays.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { toAvailable, toLevel } from '#features/clients/forecastRules.ts';
import { getVisibleClient } from '#features/clients/server/reads.ts';
import { isEditable } from '#features/notes/server/public.ts';
import { whereNote } from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { getActiveService } from '#features/services/server/reads.ts';
import { refuseImplausibleDate, toNoteUnits, toWorkSpan } from '#features/submission/server/workSpan.ts';
import type { UnitsPreviewInput } from '#features/submission/unitsPreviewContract.ts';
import { unitLedger } from '#features/units/server/tables.ts';
import { allocateUnits, readAccountState, toRefusal, type AccountState } from './allocationReads.ts';

/**
 * The units of a note and their account, by the rules of its submission; writes nothing.
 * @throws 400 at the field; 404 for a client or an edited note that the caller cannot see
 */
export function previewUnits(context: MemberContext, input: UnitsPreviewInput) {
  const { businessId, session } = context;
  refuseImplausibleDate(input.workDate, context.now);
  const { minutes } = toWorkSpan({ ...input, timeZone: getZoneOn(input.workDate, session) });
  const visit = { ...input, businessId };
  return readInBusiness(context, async (tx) => {
    const [client, edited, stored] = await Promise.all([
      getVisibleClient(tx, context, input.clientId),
      input.noteId ? findEditedNote(tx, context, input.noteId) : null,
      readAccountState(tx, visit),
    ]);
    if (!stored) throw notFound('This client does not exist.');
    const service = await getActiveService(tx, input.category, edited?.category);
    const units = toNoteUnits({ minutes }, service);
    const accounts = edited ? addBackNoteUnits(stored, edited, input.clientId) : stored;
    const allocation = await allocateUnits(tx, accounts, {
      visit,
      service,
      units,
      ...(edited && { noteId: edited.id }),
    });
    const account = allocation.accountId === null ? null : allocation.authorization;
    const available = toAvailable(allocation);
    return {
      minutes,
      units,
      account: {
        authorizationId: allocation.accountId,
        reference: isManager(session) ? (account?.reference ?? null) : undefined,
        expiryDate: account?.expiryDate ?? null,
        total: allocation.total,
        available,
        level: toLevel(allocation.total, available),
      },
      after: subtract(available, units),
      code: allocation.refusal?.code ?? null,
      message: toMessage(),
      checks: allocation.checks,
    };

    function toMessage(): string | null {
      const names = { serviceName: service.name, clientName: client.contactName };
      return toRefusal(allocation, { visit, units, ...names })?.message ?? null;
    }
  });
}

interface EditedNote {
  id: number;
  category: string;
  clientId: number;
  authorizationId: number | null;
  /** The deducted units; null for 0 units. */
  delta: string | null;
}

/** A note that the caller may edit, with what was deducted for it. @throws 404 */
async function findEditedNote(
  tx: BusinessTransaction,
  { session }: MemberContext,
  noteId: number,
): Promise<EditedNote> {
  const [row] = await tx
    .select({
      id: notes.id,
      category: notes.category,
      status: notes.status,
      clientId: notes.clientId,
      authorizationId: unitLedger.authorizationId,
      delta: unitLedger.delta,
    })
    .from(notes)
    .leftJoin(
      unitLedger,
      and(
        tx.inTenant(unitLedger),
        eq(unitLedger.noteId, notes.id),
        eq(unitLedger.noteVersion, notes.version),
        eq(unitLedger.kind, 'note'),
      ),
    )
    .where(and(whereNote(tx, noteId), eq(notes.authorId, session.userId)));
  if (!row || !isEditable(row.status)) throw notFound('This note does not exist.');
  return row;
}

/** The accounts as they are once the units of the edited note have returned. */
function addBackNoteUnits(
  accounts: AccountState,
  { delta, ...edited }: EditedNote,
  clientId: number,
): AccountState {
  if (delta === null || edited.clientId !== clientId) return accounts;
  const { general, inForce } = accounts;
  if (edited.authorizationId === null) {
    const available = subtract(general.available, delta);
    return { general: { ...general, available }, inForce };
  }
  return {
    general,
    inForce: inForce.map((authorization) => {
      if (authorization.id !== edited.authorizationId) return authorization;
      const unitsUsed = add(authorization.unitsUsed, delta);
      return { ...authorization, unitsUsed };
    }),
  };
}
