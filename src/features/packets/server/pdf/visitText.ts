/** Describes a visit in plain sentences for a packet; pure functions. */

import { formatDay } from '#platform/contract/dateFormat.ts';
import { formatAmount, formatRate } from '#platform/contract/decimalFormat.ts';
import { isolateValues, joinIsolated } from '#platform/server/pdfText/isolates.ts';
import { claimStateLabels } from '#features/invoices/claimRules.ts';
import { stateLabels } from '#features/invoices/rules.ts';
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import { describeCheck } from '#features/notes/checkRules.ts';
import type { ReviewReason } from '#features/notes/contract.ts';
import { listFieldComments, reviewReasonLabels } from '#features/notes/reviewRules.ts';
import { statusLabels } from '#features/notes/rules.ts';
import { needsAuthorization } from '#features/packets/rules.ts';
import type { Visit } from '#features/packets/server/content/visitReads.ts';
import { toShortServiceName, unitsLabel } from '#features/services/rules.ts';

/** Formats a moment as date, time and time zone. */
export type FormatMoment = (moment: Date | string) => string;

/** 'Cleo Client (Miller House)'. */
export const describeClient = ({ note }: Visit): string =>
  isolateValues`${note.clientContactName} (${note.clientName})`;

/** 'Home care (H2015)'. */
export function describeService({ service }: Visit): string {
  const name = toShortServiceName(service.name);
  return service.code === null ? name : isolateValues`${name} (${service.code})`;
}

/** The authorization that the note names, and whether its period includes the work date. */
export function describeAuthorization({ authorization, payer, ruleInput }: Visit): string {
  if (!authorization) return needsAuthorization(ruleInput) ? 'None in force' : 'None; not required';
  const { reference, startDate, expiryDate, unitsAuthorized, unitsUsed } = authorization;
  const from = startDate === null ? 'no start date' : formatDay(startDate);
  const to = expiryDate === null ? 'no end date' : formatDay(expiryDate);
  return [
    isolateValues`${payer ?? 'No payer'}, ${reference ?? 'without a number'}`,
    `${from} to ${to}${ruleInput.isAuthorized ? '' : '; not in force on this day'}`,
    unitsAuthorized === null
      ? 'No unit limit'
      : `${unitsLabel(unitsAuthorized)}, ${unitsLabel(unitsUsed)} used`,
  ].join('\n');
}

/** Who was assigned to the client on the day of the work, a line each. */
export function describeAssigned({ assigned }: Visit, format: FormatMoment): string {
  const lines = assigned.map(({ employeeName, assignedAt, endedAt }) => {
    const until = endedAt === null ? '' : ` until ${format(endedAt)}`;
    return isolateValues`${employeeName}, since ${format(assignedAt)}${until}`;
  });
  return [...new Set(lines)].join('\n') || 'No one';
}

/** The invoice or claim lines of the visit. */
export function describeBilling({ billing }: Visit): string {
  const lines = billing.map((one) => {
    if (one.kind === 'void') return `Invoice ${one.invoiceNumber}, ${stateLabels.void.toLowerCase()}`;
    if (one.kind === 'claim') {
      const { batchId, payerName, claimState, content, currency } = one;
      const amount = `${unitsLabel(content.units)}, ${formatAmount(content.amount, currency)}`;
      return isolateValues`Claim batch ${batchId} to ${payerName}, ${claimStateLabels[claimState].toLowerCase()}: ${amount}`;
    }
    const { invoiceNumber, invoiceState, units, unitRate, amount, currency } = one;
    const price = `${unitsLabel(units)} at ${formatRate(unitRate, currency)}`;
    const name = invoiceNumber === null ? 'Draft invoice' : `Invoice ${invoiceNumber}`;
    const state = invoiceNumber === null ? '' : `, ${stateLabels[invoiceState].toLowerCase()}`;
    return `${name}${state}: ${price}, total ${formatAmount(amount, currency)}`;
  });
  return lines.join('\n') || 'Not billed';
}

/** 'Approved by Mia Boss, Mar 5, 2026 at 9:00 AM CST'. */
export function describeStatus({ note, reviewerName }: Visit, format: FormatMoment): string {
  const label = statusLabels[note.status];
  if (reviewerName === null || note.reviewedAt === null) return label;
  return isolateValues`${label} by ${reviewerName}, ${format(note.reviewedAt)}`;
}

const ACTIONS: Record<Visit['reviews'][number]['action'], string> = {
  approve: 'Approved',
  deny: 'Denied',
  hold: 'Put on hold',
  resume: 'Resumed',
  return: 'Sent back',
  reopen: 'Reopened',
};

/** Each signed version and each decision with its reason, the earliest first. */
export function describeHistory(visit: Visit, format: FormatMoment): string {
  const { note, versions, steps, reviews } = visit;
  const signed = versions.map(({ version, createdAt, digest }) => ({
    at: createdAt,
    text: isolateValues`Version ${version}: signed by ${note.authorName}, ${format(createdAt)}, SHA-256 ${digest.slice(0, 16)}…`,
  }));
  const sentBack = steps.flatMap(({ at, details }) => {
    const reasons = listReasons(visit, details);
    return reasons === '' ? [] : [{ at, text: isolateValues`Sent back on submission: ${reasons}` }];
  });
  const decided = reviews.map((review) => ({
    at: review.at.toISOString(),
    text: describeReview(review, format),
  }));
  return [...signed, ...sentBack, ...decided]
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ text }) => text)
    .join('\n');
}

function listReasons({ note }: Visit, details: Record<string, unknown>): string {
  const codes = (details['sentBack'] ?? []) as NoteCheckCode[];
  const detail = { authorName: note.authorName, clientName: note.clientContactName, day: note.workDate };
  return codes.map((code) => describeCheck({ code, detail, relatedNoteIds: [] })).join(' ');
}

function describeReview(review: Visit['reviews'][number], format: FormatMoment): string {
  const { action, reasonCode, comment, fieldComments, reviewerName, at, version } = review;
  const reasons = joinIsolated(
    [
      reasonCode && reviewReasonLabels[reasonCode satisfies ReviewReason],
      comment,
      ...listFieldComments(fieldComments),
    ],
    '; ',
  );
  const why = reasons === '' ? '' : `: ${reasons}`;
  return isolateValues`${ACTIONS[action]} (version ${version}) by ${reviewerName}, ${format(at)}${why}`;
}

/** Each check with its explanation. */
export function describeChecks({ checks }: Visit, format: FormatMoment): string {
  return checks
    .map(({ message, explanation }) => {
      if (explanation === null) return `${message} Not explained.`;
      const { reason, byName, at } = explanation;
      return isolateValues`${message} Explained by ${byName}, ${format(at)}: ${reason}`;
    })
    .join('\n');
}

/** Describes the result of comparing the stored note with the signed text. */
export function describeIntegrity({ evidence: { matches, missing } }: Visit): string {
  if (matches) return 'The note as stored is what was signed.';
  const rows = missing.length > 0 ? ` Missing: ${missing.join(', ')}.` : '';
  return `The note as stored is NOT what was signed.${rows}`;
}
