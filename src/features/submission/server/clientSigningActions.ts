/** Writes what the client chose while signing besides a signature. */

import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { rememberLanguage } from '#features/clients/server/actions.ts';
import { disputeVersion } from '#features/notes/server/disputes/actions.ts';
import type { SignedVersion } from './signedVersion.ts';

/** Stores the dispute of a version, and the language of its client. @throws 409 `dispute_limit_reached` */
export async function writeClientSigning(
  tx: BusinessTransaction,
  context: MemberContext,
  { noteId, columns, submission: { dispute, language } }: SignedVersion,
): Promise<void> {
  const { clientId } = columns;
  await Promise.all([
    dispute && disputeVersion(tx, context, { noteId, columns, dispute }),
    language && rememberLanguage(tx, context, { clientId, language }),
  ]);
}
