/** Verifies the signers of a note: the client by its code, and the author. */
import { and, eq } from 'drizzle-orm';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import {
  AppError,
  conflict,
  forbidden,
  invalidField,
  CommitAndThrowError,
  notFound,
} from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { lockVisibleClient } from '#features/clients/server/reads.ts';
import { clientForCode, countWrongCode } from '#features/clients/server/actions.ts';
import { clients } from '#features/clients/server/tables.ts';
import type { ReceiptRecipient } from '#features/notes/server/receipts/actions.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';

export interface Signers {
  clientName: string;
  clientContactName: string;
  unitRate: string;
  authorName: string;
  authorDepartment: string | null;
  /** When another user set the author's temporary password; null once the author has replaced it. */
  passwordIssuedAt: Date | null;
  /** Who the receipt of the note is for. */
  recipient: ReceiptRecipient;
  /** Since when the author is assigned to the client; null for managers, who need no assignment. */
  assignedAt: Date | null;
}

/**
 * Locks the client and verifies its code.
 * @throws 403 for a client who is not assigned, 400 for a wrong code, 404, 409 `client_inactive`, 429
 */
export async function verifySigners(
  tx: BusinessTransaction,
  context: MemberContext,
  claim: { clientId: number; code: string },
): Promise<Signers> {
  const [lockedClient, check, [author]] = await Promise.all([
    lockVisibleClient(tx, context, claim.clientId),
    clientForCode(tx, context, claim).catch(nullWhenNotFound),
    tx
      .select({
        username: users.username,
        firstName: users.firstName,
        lastName: users.lastName,
        department: users.department,
        passwordIssuedAt: users.issuedPasswordAt,
      })
      .from(users)
      .where(and(tx.inTenant(users), eq(users.id, context.session.userId))),
  ]);
  if (!author) throw notFound('This person does not exist.');
  if (!lockedClient || !check) return refuse(tx, claim.clientId);
  const { client, matches } = check;
  if (lockedClient.status !== 'active') throw inactive();
  if (!matches) {
    await countWrongCode(tx, context, client);
    throw new CommitAndThrowError(wrongCode());
  }
  return {
    clientName: client.companyName,
    clientContactName: client.contactName,
    unitRate: client.unitRate,
    authorName: fullNameOf(author),
    authorDepartment: author.department,
    passwordIssuedAt: author.passwordIssuedAt,
    recipient: { language: client.language, email: client.receiptsByEmail ? client.email : null },
    assignedAt: isManager(context.session) ? null : lockedClient.assignedAt,
  };
}

/** Explains why the caller can't write notes for a client. */
async function refuse(tx: BusinessTransaction, clientId: number): Promise<never> {
  const [client] = await tx
    .select({ archivedAt: clients.archivedAt })
    .from(clients)
    .where(and(tx.inTenant(clients), eq(clients.id, clientId)));
  if (!client) throw notFound('This client does not exist.');
  throw client.archivedAt === null ? forbidden('You are not assigned to this client.') : inactive();
}

const wrongCode = () =>
  invalidField(
    'clientSignatureCode',
    'The verification code is incorrect. Please check with management for the correct code.',
  );

const inactive = () => conflict('client_inactive', "This client is inactive, so notes can't be added.");

function nullWhenNotFound(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
}
