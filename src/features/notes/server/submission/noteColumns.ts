/** From a submission and its parties to what is stored and what is signed. */
import type { MemberContext } from '#platform/server/context.ts';
import type { SignedFields } from '#features/notes/server/signing/canonicalNote.ts';
import type { Signers } from './signerActions.ts';
import { excerptOf, buildTitle } from './submission.ts';
import type { Signatures } from '#features/notes/server/signing/signatures.ts';
import type { Submission } from './submission.ts';

type Place = Pick<SignedFields, 'noteId' | 'version'>;

/** The columns of a note as this submission fills them; it waits for a review. */
export function toNoteColumns(context: MemberContext, submission: Submission, parties: Signers) {
  const { now, session } = context;
  const { clientId, category, priority, tags, content, research, summary } = submission;
  const { workDate, startTime, endTime, minutes, units } = submission;
  return {
    clientId,
    category,
    priority,
    tags,
    content,
    research,
    summary,
    workDate,
    startTime,
    endTime,
    minutes,
    timeUnitsUsed: units,
    title: submission.title ?? buildTitle(submission, parties.clientName),
    excerpt: excerptOf(content),
    status: 'pending' as const,
    clientName: parties.clientName,
    clientContactName: parties.clientContactName,
    authorId: session.userId,
    authorName: parties.authorName,
    authorDepartment: parties.authorDepartment,
    employeeSignedAt: now,
    clientSignedAt: now,
    isClientSigned: true,
    updatedAt: now,
  };
}

/** What is frozen: the stored columns with the moments of work and both signatures. */
export function toSignedVersion(
  { businessId, ip, userAgent }: MemberContext,
  { values, submission, parties }: { values: Values; submission: Submission; parties: Signers },
  place: Place,
) {
  const { start, end, employeePng, clientPng, timeZone } = submission;
  const { excerpt: _excerpt, status: _status, isClientSigned: _signed, updatedAt: _at, ...fields } = values;
  const rows: SignedFields & Signatures = {
    ...fields,
    ...place,
    businessId,
    start,
    end,
    employeePng,
    clientPng,
  };
  const { unitRate } = parties;
  const passwordIssuedAt = parties.passwordIssuedAt?.toISOString() ?? null;
  return { rows, circumstances: { timeZone, unitRate, ip, userAgent, passwordIssuedAt } };
}

type Values = ReturnType<typeof toNoteColumns>;
