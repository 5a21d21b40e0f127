/** Guarded: the receipt of a note behind its link, without a session. */

import { and, asc, desc, eq } from 'drizzle-orm';
import { subtract } from '#platform/contract/decimals.ts';
import { isManager, type BusinessScope, type Context, type MemberContext } from '#platform/server/context.ts';
import { placeholder, prepareQuery } from '#platform/server/database/prepareQuery.ts';
import { notFound } from '#platform/server/errors.ts';
import { spendGuess } from '#platform/server/guessLimiter.ts';
import { networkOf } from '#platform/server/network.ts';
import { hashToken } from '#platform/server/secrets.ts';
import { queryDirectory, readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { listAuthorizedAccounts, toGeneralAccount } from '#features/clients/server/accountReads.ts';
import { clients, clientUnits } from '#features/clients/server/tables.ts';
import type { ReceiptLink } from '#features/notes/receiptLinkContract.ts';
import { RECEIPT_PAGE } from '#features/notes/receiptRules.ts';
import { selectDeductedUnits } from '#features/notes/server/accounts/reads.ts';
import { listDisputesOfClient } from '#features/notes/server/disputes/reads.ts';
import { whereNote } from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import { noteReceipts } from './tables.ts';

/** Tokens from an address that find nothing, in 15 minutes. */
const GUESSES_PER_ADDRESS = 30;

/** The note of a receipt, and the business that the rest of the request is limited to. */
export type ReceiptScope = BusinessScope & { noteId: number };

/**
 * Finds the note of a receipt link. Unknown, expired and revoked tokens fail alike, in the same statements, and are
 * counted; a link that works never is, because many clients of a care home or a carrier share an address.
 * @throws 404, 429 after 30 guesses from an address
 */
export async function openReceipt(context: Context, token: string): Promise<ReceiptScope> {
  const { services, now, ip } = context;
  const [receipt] = await queryDirectory(services)
    .select()
    .from(noteReceipts)
    .where(eq(noteReceipts.tokenHash, hashToken(token)))
    // Devices choose tokens: the link keeps its meaning when another business uses the same one later.
    .orderBy(asc(noteReceipts.createdAt))
    .limit(1);
  if (!receipt || receipt.expiresAt <= now || receipt.revokedAt !== null) {
    await spendGuess(services, { subject: `receipt:${networkOf(ip)}`, most: GUESSES_PER_ADDRESS }, now);
    throw createNoReceiptError();
  }
  const { businessId, noteId } = receipt;
  return { services, now, ip, businessId, noteId };
}

/** The same for every link that leads to no receipt. */
export const createNoReceiptError = () => notFound('This link is not valid or has expired.');

/** Reads the part of the note that the client may see. @throws as `openReceipt` */
export async function readReceipt(context: Context, token: string) {
  const scope = await openReceipt(context, token);
  return readInBusiness(scope, async (tx) => {
    const note = await findReceiptNote(tx, scope.noteId);
    const { firstName, lastName, content, showsText, authorizationId, balance, ...visible } = note;
    const [authorized, disputes] = await Promise.all([
      listAuthorizedAccounts(tx, balance.id),
      listDisputesOfClient(tx, scope.businessId, { id: scope.noteId, clientId: balance.id }),
    ]);
    const account =
      authorized.find((one) => authorizationId !== null && one.authorizationId === authorizationId) ??
      toGeneralAccount(balance, authorized);
    return {
      ...visible,
      employeeName: toShortName({ firstName, lastName }),
      unitsLeft: subtract(account.total, account.used),
      text: showsText ? content : null,
      disputes,
    };
  });
}

async function findReceiptNote(tx: BusinessTransaction, noteId: number) {
  const [row] = await tx
    .select({
      businessName: businesses.name,
      showsText: businesses.receiptShowsText,
      firstName: users.firstName,
      lastName: users.lastName,
      date: notes.workDate,
      startTime: notes.startTime,
      endTime: notes.endTime,
      timeZone: notes.timeZone,
      startOccurrence: notes.startOccurrence,
      endOccurrence: notes.endOccurrence,
      minutes: notes.minutes,
      // A denied note returned its units; one that was sent back when it arrived has used none yet.
      units: selectDeductedUnits(),
      status: notes.status,
      content: notes.content,
      authorizationId: notes.authorizationId,
      language: clients.language,
      balance: {
        id: clients.id,
        createdAt: clients.createdAt,
        totalTimeUnits: clientUnits.totalTimeUnits,
        usedTimeUnits: clientUnits.usedTimeUnits,
      },
    })
    .from(notes)
    .innerJoin(businesses, eq(businesses.id, notes.businessId))
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, notes.authorId)))
    .innerJoin(clients, and(tx.inTenant(clients), eq(clients.id, notes.clientId)))
    .innerJoin(clientUnits, and(tx.inTenant(clientUnits), eq(clientUnits.clientId, notes.clientId)))
    .where(whereNote(tx, noteId));
  // Deleting a note revokes its link; this one was deleted between the two statements.
  if (!row) throw createNoReceiptError();
  return row;
}

/** 'Dana R.': the client has met the employee, and the link may be forwarded. */
function toShortName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  const [initial] = lastName ?? '';
  return [firstName, initial && `${initial}.`].filter(Boolean).join(' ');
}

/** The newest receipt link of a note; null for employees, and for a note without one. */
export async function findReceipt(
  tx: BusinessTransaction,
  { session, businessId }: MemberContext,
  noteId: number,
): Promise<ReceiptLink | null> {
  if (!isManager(session)) return null;
  const [row] = await selectReceipt(tx, '').execute({ businessId, noteId });
  return row ? { url: null, ...row } : null;
}

/** The receipt link of a note that the caller just submitted, by its token; null when the note has another one. */
export async function findSubmittedReceipt(
  tx: BusinessTransaction,
  { publicUrl }: MemberContext,
  { noteId, token }: { noteId: number; token: string | undefined },
): Promise<ReceiptLink | null> {
  if (token === undefined) return null;
  const [row] = await tx
    .select({ expiresAt: noteReceipts.expiresAt, revokedAt: noteReceipts.revokedAt })
    .from(noteReceipts)
    .where(
      and(
        tx.inTenant(noteReceipts),
        eq(noteReceipts.noteId, noteId),
        eq(noteReceipts.tokenHash, hashToken(token)),
      ),
    );
  return row ? { url: `${publicUrl}${RECEIPT_PAGE}${token}`, ...row } : null;
}

const selectReceipt = prepareQuery((queries) =>
  queries
    .select({ expiresAt: noteReceipts.expiresAt, revokedAt: noteReceipts.revokedAt })
    .from(noteReceipts)
    .where(
      and(
        eq(noteReceipts.businessId, placeholder<number>('businessId')),
        eq(noteReceipts.noteId, placeholder<number>('noteId')),
      ),
    )
    .orderBy(desc(noteReceipts.createdAt), desc(noteReceipts.revokedAt))
    .limit(1)
    .prepare(''),
);
