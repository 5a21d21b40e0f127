/** Guarded: verifies the signers of a note: the client by its code, and the author. */

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
import type { Language } from '#features/clients/contract.ts';
import { clientForCode } from '#features/clients/server/actions.ts';
import {
  getStoredClient,
  getVisibleClient,
  lockClientOfCapture,
  lockVisibleClient,
} from '#features/clients/server/reads.ts';
import { countCodeFailure } from '#features/clients/server/signatureCodes/actions.ts';
import { clients } from '#features/clients/server/tables.ts';
import type { ReceiptRecipient } from '#features/notes/server/receipts/actions.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';

export interface Signers {
  clientName: string;
  clientContactName: string;
  unitRate: string | null;
  authorName: string;
  authorDepartment: string | null;
  /** When another user set the author's temporary password; null once the author has replaced it. */
  passwordIssuedAt: Date | null;
  /** Who the receipt of the note is for. */
  recipient: ReceiptRecipient;
  /** Since when the author is assigned to the client; null for managers, who need no assignment. */
  assignedAt: Date | null;
  /** Assigned now, as managers always are. */
  isAssigned: boolean;
  /** Status of the client now. */
  isActive: boolean;
  /** When the client was archived. */
  archivedAt: Date | null;
  /** False for a code that was sealed and is not the client's. */
  codeMatches: boolean;
}

export interface Claim {
  clientId: number;
  /** Null when the client does not sign. */
  code: string | null;
  /** The code was sealed on the device, also online: it is checked now, and a wrong one is counted without refusing the note. */
  isSealed: boolean;
  /** Submitted without a connection: client and assignment may have ended since. */
  isOffline: boolean;
  /** When it was begun on the device, for codes that were replaced since; null without a capture. */
  begunAt: Date | null;
  /** The client's language as it was chosen while signing, which is stored with the note; null when it was not. */
  language: Language | null;
}

/**
 * Locks the client and verifies its code.
 * @throws 403 for a client who is not assigned (offline: who never was), 400 for a wrong code that was not sealed, 404, 409 `client_inactive`, 429
 */
export async function verifySigners(
  tx: BusinessTransaction,
  context: MemberContext,
  claim: Claim,
): Promise<Signers> {
  const [lockedClient, check, [author]] = await Promise.all([
    lockClient(tx, context, claim),
    findClientForCode(tx, context, claim).catch(nullWhenNotFound),
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
  const { client, matches, isGuess } = check;
  const isActive = lockedClient.status === 'active' && lockedClient.archivedAt === null;
  if (!isActive && !claim.isOffline) throw inactive();
  if (!matches) {
    if (isGuess) await countCodeFailure(tx, context, client);
    if (!claim.isSealed) throw new CommitAndThrowError(wrongCode());
  }
  const isAssigned = isManager(context.session) || lockedClient.assignedAt !== null;
  return {
    clientName: client.companyName,
    clientContactName: client.contactName,
    unitRate: client.unitRate,
    authorName: fullNameOf(author),
    authorDepartment: author.department,
    passwordIssuedAt: author.passwordIssuedAt,
    // Not assigned any more: only earlier assignments count.
    assignedAt: isManager(context.session) ? null : (lockedClient.assignedAt ?? NEVER),
    isAssigned,
    isActive,
    archivedAt: lockedClient.archivedAt,
    codeMatches: matches,
    recipient: {
      language: claim.language ?? client.language,
      email: client.receiptsByEmail ? client.email : null,
    },
  };
}

/** A client that is changed after its balance was locked is locked for that first, so that two notes can't deadlock. */
const lockClient = (tx: BusinessTransaction, context: MemberContext, claim: Claim) =>
  (claim.isOffline ? lockClientOfCapture : lockVisibleClient)(tx, context, {
    clientId: claim.clientId,
    strength: claim.language ? 'no key update' : 'share',
  });

/** The latest moment. */
export const NEVER = new Date(8.64e15);

async function findClientForCode(tx: BusinessTransaction, context: MemberContext, claim: Claim) {
  const getClientRow = claim.isOffline ? getStoredClient : getVisibleClient;
  const { code, clientId, begunAt } = claim;
  if (code === null)
    return { client: await getClientRow(tx, context, clientId), matches: true, isGuess: false };
  return clientForCode(tx, context, { clientId, code, begunAt, getClientRow });
}

/** Explains why the caller can't write notes for a client. */
async function refuse(tx: BusinessTransaction, clientId: number): Promise<never> {
  const [client] = await tx
    .select({ archivedAt: clients.archivedAt })
    .from(clients)
    .where(and(tx.inTenant(clients), eq(clients.id, clientId)));
  if (!client) throw notFound('This client does not exist.');
  throw client.archivedAt === null
    ? forbidden('You are not assigned to this client. Ask a manager to assign you.')
    : inactive();
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
