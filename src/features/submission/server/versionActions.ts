/** Guarded: writes a signed version of a note: units, time entry, signatures, frozen text and audit log. */

import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { addDecimals } from '#features/clients/decimalRules.ts';
import type { UsageAlerts } from '#features/clients/server/accountReads.ts';
import { notifyManagers, sendAuthorNotice } from '#features/mail/server/actions.ts';
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import { noteHeading } from '#features/notes/rules.ts';
import {
  canonicalNote,
  digestOf,
  digestsOf,
  NEWEST_FORM,
  buildBillingText,
  digestOfBilling,
  type Billing,
} from '#features/notes/server/public.ts';
import { freezeVersion, insertSignatures } from '#features/notes/server/recordActions.ts';
import { indexNote } from '#features/notes/server/searchIndex/actions.ts';
import { findRate } from '#features/services/rateRules.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import { recordTime } from '#features/time/server/actions.ts';
import { deductUnits } from '#features/units/server/actions.ts';
import type { ChosenAccount } from './accounts/drawReads.ts';
import { buildSentBackMessage, buildSentBackNotice } from './sentBackMessage.ts';
import type { Signers } from './signerActions.ts';
import type { NoteColumns, Submission } from './submission.ts';

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
  /** Why it was sent back when it arrived; without units, and in a closed period without hours. */
  sentBack?: NoteCheckCode[];
}

export interface SignedVersion {
  noteId: number;
  columns: NoteColumns;
  submission: Submission;
  signers: Signers;
  service: ServiceRow;
  draw: ChosenAccount;
  /** Why the note is sent back. */
  reasons: NoteCheckCode[];
  sendUsageAlerts: UsageAlerts;
}

/**
 * Deducts the units, writes the time entry, freezes the version and updates the search index. Sends alerts about the
 * units; for a note that is sent back, its author gets a message instead.
 */
export async function writeVersion(
  tx: BusinessTransaction,
  context: MemberContext,
  signed: SignedVersion,
): Promise<void> {
  const { businessId } = context;
  const { noteId, columns, submission, draw, reasons, sendUsageAlerts } = signed;
  const { version, clientId, title, authorId, timeUnitsUsed: units, minutes, workDate, timeZone } = columns;
  const { start, end, midnight, signatures } = submission;
  const { startOccurrence, endOccurrence } = columns;
  const billing = buildBillingText(toBilling(signed));
  const canonical = toCanonical(context, signed, billing);
  const digest = digestOf(canonical);
  recordAudit(tx, context, {
    type: version === 1 ? 'note.submitted' : 'note.resubmitted',
    id: noteId,
    label: noteHeading(columns),
    details: { clientId, version, units, minutes, digest, ...(reasons.length > 0 && { sentBack: reasons }) },
  });
  freezeVersion(tx, context, { noteId, version, canonical, digest, billing });
  await Promise.all([
    columns.unitsDrawn &&
      deductUnits(tx, context, { noteId, noteVersion: version, clientId, accountId: draw.accountId, units }),
    insertSignatures(tx, { businessId, noteId, version, ...signatures }),
    recordTime(tx, context, {
      noteId,
      clientId,
      employeeId: authorId,
      description: title,
      units,
      minutes,
      start,
      end,
      workDate,
      timeZone,
      midnight,
      startOccurrence,
      endOccurrence,
      isCounted: !reasons.includes('period_closed'),
    }),
    indexNote(tx, { businessId, noteId }, columns),
  ]);
  if (reasons.length > 0) {
    if (context.session.isSendingOnly) {
      await notifyManagers(tx, context, { noteId, ...buildSentBackNotice(columns) });
    } else {
      await sendAuthorNotice(tx, context, { noteId, ...buildSentBackMessage(columns) });
    }
    return;
  }
  const { accountId, total, used } = draw;
  const account = { clientId, authorizationId: accountId, total, used: addDecimals(used, units) };
  await sendUsageAlerts(tx, context, account);
}

function toCanonical(
  { businessId, ip, userAgent, now }: MemberContext,
  { noteId, columns, submission, signers, service, draw }: SignedVersion,
  billing: string,
): string {
  const { start, end, signatures } = submission;
  return canonicalNote(
    { businessId, noteId, columns, start, end, signatures: digestsOf(signatures) },
    {
      form: NEWEST_FORM,
      timeZone: columns.timeZone,
      unitRate: null,
      billingSha256: digestOfBilling(billing),
      recordedAt: now.toISOString(),
      ip,
      userAgent,
      passwordIssuedAt: signers.passwordIssuedAt?.toISOString() ?? null,
      service: { name: service.name, code: service.code },
      account: { authorizationId: draw.authorization?.id ?? null },
    },
  );
}

/** The rate of the work date and the payer's reference, as they are signed. */
const toBilling = ({ columns: { workDate }, draw, service, signers }: SignedVersion): Billing => ({
  unitRate:
    findRate(draw.authorization?.rates ?? [], workDate) ??
    findRate(service.rates, workDate) ??
    signers.unitRate,
  reference: draw.authorization?.reference ?? null,
});
