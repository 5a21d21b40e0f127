/** The pages of a visit in a packet. */

import { formatDay, formatTime } from '#platform/contract/dateFormat.ts';
import type { PdfDocument } from '#platform/server/pdfDocument.ts';
import { isolateValues } from '#platform/server/pdfText/isolates.ts';
import { readSignatures, printDispute } from '#features/evidence/server/pdf/reads.ts';
import { gapLabels } from '#features/packets/rules.ts';
import type { Visit } from '#features/packets/server/content/visitReads.ts';
import { explainUnits, roundingLabels, unitsLabel } from '#features/services/rules.ts';
import { formatMinutes } from '#features/units/rules.ts';
import {
  describeAssigned,
  describeAuthorization,
  describeBilling,
  describeChecks,
  describeClient,
  describeHistory,
  describeIntegrity,
  describeService,
  describeStatus,
  type FormatMoment,
} from './visitText.ts';

/** Adds a visit from a new page on. @returns the number of that page */
export async function addVisit(
  pdf: PdfDocument,
  visit: Visit,
  { format, withPictures }: { format: FormatMoment; withPictures: boolean },
): Promise<number> {
  const { note, evidence, disputes } = visit;
  const title = isolateValues`${note.clientContactName}, ${formatDay(note.workDate)}`;
  const page = pdf.beginPage(`Note ${note.id}: ${title}`);
  await pdf.heading(title, `Note ${note.id}, version ${note.version}`);
  await pdf.descriptionList(listDescriptions(visit, format));
  await pdf.section('Description', note.content);
  await pdf.section('Research & Analysis', note.research);
  await pdf.section('Summary', note.summary);
  await pdf.signatures(await readSignatures(evidence, withPictures));
  await pdf.section('Versions and decisions', describeHistory(visit, format));
  await pdf.section('Checks', describeChecks(visit, format));
  const reported = disputes.map((one) => printDispute(one, format));
  await pdf.section('Reported by the client', reported.join('\n\n'));
  await pdf.evidence('Evidence', [
    ['SHA-256 of what was signed', evidence.digest ?? 'missing'],
    ['Audit log entry', `${evidence.auditSeq ?? 'missing'}`],
    ['SHA-256 of that entry', evidence.auditHash ?? 'missing'],
    ['Integrity check', describeIntegrity(visit)],
  ]);
  return page;
}

function listDescriptions(visit: Visit, format: FormatMoment): [string, string][] {
  const { note, hours, gaps } = visit;
  return [
    ['Gaps', gaps.map((gap) => gapLabels[gap]).join('\n') || 'None'],
    ['Client', describeClient(visit)],
    ['Employee', note.authorName],
    ['Started', hours ? format(hours.start) : formatTime(note.startTime, note.startOccurrence)],
    ['Ended', hours ? format(hours.end) : formatTime(note.endTime, note.endOccurrence)],
    ['Time', `${formatMinutes(note.minutes)} (${note.minutes} minutes)`],
    ['Service', describeService(visit)],
    [
      'Units',
      `${unitsLabel(note.timeUnitsUsed)} of 15 minutes\n${explainUnits(note.minutes, note.rounding)}\nRounding: ${roundingLabels[note.rounding]}`,
    ],
    ['Status', describeStatus(visit, format)],
    ['Authorization', describeAuthorization(visit)],
    ['Assigned that day', describeAssigned(visit, format)],
    ['Billing', describeBilling(visit)],
  ];
}
