/** Guarded: receipt links. Only the hash of a token is stored, and no log, metric or audit row has the token. */

import { and, eq, isNull } from 'drizzle-orm';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { Context, MemberContext } from '#platform/server/context.ts';
import { invalidField, notFound } from '#platform/server/errors.ts';
import { atLockTime } from '#platform/server/lockTime.ts';
import { queueMail } from '#platform/server/outbox.ts';
import { hashToken, newToken } from '#platform/server/secrets.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOwnBusiness } from '#features/businesses/server/reads.ts';
import type { Language } from '#features/clients/contract.ts';
import type { ReceiptLink } from '#features/notes/receiptLinkContract.ts';
import { RECEIPT_PAGE } from '#features/notes/receiptRules.ts';
import { noteHeading } from '#features/notes/rules.ts';
import { disputeNote } from '#features/notes/server/disputes/actions.ts';
import { lockNote } from '#features/notes/server/rowReads.ts';
import { openReceipt } from './reads.ts';
import { buildReceiptMail } from './receiptMail.ts';
import { noteReceipts } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'note.receipt_created': { clientId: number };
    'note.receipt_revoked': { clientId: number };
  }
}

const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

interface NewReceipt {
  noteId: number;
  token: string;
}

/** Stores the receipt of a note. @throws 400 at `receiptToken` for a token that the business used before */
async function insertReceipt(
  tx: BusinessTransaction,
  { businessId, now, publicUrl }: MemberContext,
  { noteId, token }: NewReceipt,
): Promise<ReceiptLink & { url: string }> {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const inserted = await tx
    .insert(noteReceipts)
    .values({ tokenHash: hashToken(token), businessId, noteId, createdAt: now, expiresAt })
    .onConflictDoNothing()
    .returning({ noteId: noteReceipts.noteId });
  if (inserted.length === 0) throw invalidField('receiptToken', 'This receipt token was used before');
  return { url: `${publicUrl}${RECEIPT_PAGE}${token}`, expiresAt, revokedAt: null };
}

export interface ReceiptRecipient {
  language: Language;
  /** Null for a client without an address, or who wants no emails. */
  email: string | null;
}

/** Stores the receipt of a note that is being submitted, and emails its link to a client who wants it. */
export async function issueReceipt(
  tx: BusinessTransaction,
  context: MemberContext,
  { recipient, ...issued }: NewReceipt & { recipient: ReceiptRecipient },
): Promise<ReceiptLink> {
  const link = await insertReceipt(tx, context, issued);
  const { language, email } = recipient;
  if (email !== null) {
    const { name } = await getOwnBusiness(tx, context.businessId);
    const mail = buildReceiptMail(language, { businessName: name, url: link.url });
    const cause = `receipt:${hashToken(issued.token).toString('hex')}`;
    await queueMail(tx, context, [{ ...mail, to: email, cause, expiresAt: link.expiresAt }]);
  }
  return link;
}

/** Makes a new link and revokes the old one. @throws 404 */
export function renewReceipt(request: MemberContext, noteId: number) {
  return writeInBusiness(request, async (tx) => {
    const note = await lockNote(tx, noteId);
    const context = atLockTime(request, note.updatedAt);
    await revokeReceipts(tx, context, noteId);
    const link = await insertReceipt(tx, context, { noteId, token: newToken() });
    record(tx, context, { type: 'note.receipt_created', note });
    return link;
  });
}

/** @throws 404 for a note, and for one without a link that can be revoked */
export function revokeReceipt(request: MemberContext, noteId: number): Promise<undefined> {
  return writeInBusiness<undefined>(request, async (tx) => {
    const note = await lockNote(tx, noteId);
    const context = atLockTime(request, note.updatedAt);
    if (!(await revokeReceipts(tx, context, noteId))) throw notFound('This note has no receipt link.');
    record(tx, context, { type: 'note.receipt_revoked', note });
  });
}

/** Stores what the holder of a receipt link reports about the visit. @throws as `openReceipt` and `disputeNote` */
export async function disputeReceipt(
  context: Context,
  token: string,
  dispute: Parameters<typeof disputeNote>[1],
) {
  return disputeNote(await openReceipt(context, token), dispute);
}

/** Revokes the link of a note, e.g. when the note is deleted. @returns false when there was none */
export async function revokeReceipts(
  tx: BusinessTransaction,
  { now, session }: MemberContext,
  noteId: number,
): Promise<boolean> {
  const revoked = await tx
    .update(noteReceipts)
    .set({ revokedAt: now, revokedBy: session.userId })
    .where(and(tx.inTenant(noteReceipts), eq(noteReceipts.noteId, noteId), isNull(noteReceipts.revokedAt)))
    .returning({ noteId: noteReceipts.noteId });
  return revoked.length > 0;
}

function record(
  tx: BusinessTransaction,
  context: MemberContext,
  {
    type,
    note,
  }: {
    type: 'note.receipt_created' | 'note.receipt_revoked';
    note: Awaited<ReturnType<typeof lockNote>>;
  },
): void {
  const details = { clientId: note.clientId };
  recordAudit(tx, context, { type, id: note.id, label: noteHeading(note), details });
  publishChange(tx, ['notes', 'audit']);
}
