/** The signers of a note: the client, verified by its code, and the author. */
import { and, eq } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
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
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';

export interface Signers {
  clientName: string;
  clientContactName: string;
  unitRate: string;
  authorName: string;
  authorDepartment: string | null;
  /** When another user set the author's temporary password; null for one of the author's own. */
  passwordIssuedAt: Date | null;
}

/**
 * The signers of a note of the caller.
 * @throws 403 for a client not assigned, 400 for a wrong code, 404, 409 `client_inactive`, 429
 */
export async function verifySigners(
  tx: BusinessTransaction,
  context: MemberContext,
  claim: { clientId: number; code: string },
): Promise<Signers> {
  const { businessId, session } = context;
  const [held, found, [author]] = await Promise.all([
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
      .where(and(eq(users.businessId, businessId), eq(users.id, session.userId))),
  ]);
  if (!author) throw notFound('This person does not exist.');
  if (!held || !found) return refuse(tx, businessId, claim.clientId);
  const { client, matches } = found;
  if (held.status !== 'active') throw inactive();
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
  };
}

/** Explains why the caller cannot write for a client that they do not see. */
async function refuse(tx: BusinessTransaction, businessId: number, clientId: number): Promise<never> {
  const [client] = await tx
    .select({ archivedAt: clients.archivedAt })
    .from(clients)
    .where(and(eq(clients.businessId, businessId), eq(clients.id, clientId)));
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
