/** Guarded: writes a signed version of a note: units, time entry, signatures, frozen text and audit log. */
import { sql } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { auditHeads } from '#platform/server/audit/tables.ts';
import type { UsageAlerts } from '#features/clients/server/accounts/reads.ts';
import { indexNote } from '#features/notes/server/searchIndex/actions.ts';
import { recordTime } from '#features/time/server/actions.ts';
import { deductUnits } from '#features/units/server/actions.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import {
  canonicalNote,
  digestOf,
  digestsOf,
  NEWEST_FORM,
  type Account,
} from '#features/notes/server/signing/canonicalNote.ts';
import { addDecimals } from '#features/clients/decimalRules.ts';
import type { ChosenAccount } from '#features/notes/server/accounts/drawReads.ts';
import type { Signers } from './signerActions.ts';
import type { NoteColumns, Submission } from './submission.ts';
import { noteSignatures, noteVersions } from '#features/notes/server/tables.ts';
import { noteHeading } from '#features/notes/rules.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'note.submitted': SignedFacts;
    'note.resubmitted': SignedFacts;
  }
}

interface SignedFacts {
  clientId: number;
  version: number;
  units: string;
  minutes: number;
  digest: string;
}

interface SignedVersion {
  noteId: number;
  columns: NoteColumns;
  submission: Submission;
  signers: Signers;
  service: ServiceRow;
  draw: ChosenAccount;
  sendUsageAlerts: UsageAlerts;
}

/** Deducts the units, writes the time entry, freezes the version and updates the search index. */
export async function writeVersion(
  tx: BusinessTransaction,
  context: MemberContext,
  { noteId, columns, submission, signers, service, draw, sendUsageAlerts }: SignedVersion,
): Promise<void> {
  const { businessId, ip, userAgent } = context;
  const { version, clientId, title, authorId, timeUnitsUsed: units, minutes } = columns;
  const { start, end, timeZone, signatures } = submission;
  const canonical = canonicalNote(
    { businessId, noteId, columns, start, end, signatures: digestsOf(signatures) },
    {
      form: NEWEST_FORM,
      timeZone,
      unitRate: draw.authorization?.unitRate ?? service.unitRate ?? signers.unitRate,
      ip,
      userAgent,
      passwordIssuedAt: signers.passwordIssuedAt?.toISOString() ?? null,
      service: { name: service.name, code: service.code },
      account: toAccountOfNote(draw),
      // The visit clock is not recorded yet.
      clock: null,
    },
  );
  const digest = digestOf(canonical);
  recordAudit(tx, context, {
    type: version === 1 ? 'note.submitted' : 'note.resubmitted',
    id: noteId,
    label: noteHeading(columns),
    details: { clientId, version, units, minutes, digest },
  });
  const frozen = tx.insert(noteVersions).values({
    businessId,
    noteId,
    version,
    canonical,
    digest,
    createdAt: context.now,
    // This is the entry recorded above, because this transaction has locked the head of the chain.
    auditSeq: sql`(select seq from ${auditHeads} where business_id = ${businessId})`,
  });
  tx.beforeCommit('audit chain', () => frozen.execute());
  await Promise.all([
    deductUnits(tx, context, { noteId, noteVersion: version, clientId, accountId: draw.accountId, units }),
    tx.insert(noteSignatures).values({ businessId, noteId, version, ...signatures }),
    recordTime(tx, context, {
      noteId,
      clientId,
      employeeId: authorId,
      description: title,
      units,
      minutes,
      start,
      end,
    }),
    indexNote(tx, { businessId, noteId }, columns),
  ]);
  const { accountId, total, used } = draw;
  const account = { clientId, authorizationId: accountId, total, used: addDecimals(used, units) };
  await sendUsageAlerts(tx, context, account);
}

/** The authorization with the payer's reference as it is signed; none for the general account. */
const toAccountOfNote = ({ authorization }: ChosenAccount): Account => ({
  authorizationId: authorization?.id ?? null,
  reference: authorization?.reference ?? null,
});
