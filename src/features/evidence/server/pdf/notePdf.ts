/** Guarded: renders a signed note as a PDF from its frozen version. */

import type { z } from 'zod';
import { formatDateTimeZone } from '#platform/contract/dateFormat.ts';
import type { PaperSize } from '#platform/contract/paper.ts';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { parseObject } from '#platform/server/canonicalJson.ts';
import { conflict } from '#platform/server/errors.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import { createPdf, type DescriptionItem, type Signature } from '#platform/server/pdfDocument.ts';
import { isolateValues, joinIsolated } from '#platform/server/pdfText/isolates.ts';
import type { noteEvidence } from '#features/evidence/contract.ts';
import type { Capture, Signer } from '#features/notes/captureContract.ts';
import { listSigningTimes } from '#features/notes/captureRules.ts';
import type { noteDispute } from '#features/notes/disputeContract.ts';
import { disputeReasonLabels } from '#features/notes/disputeRules.ts';
import { describeSigner, priorityLabels } from '#features/notes/rules.ts';
import { redrawSignature } from '#features/notes/server/public.ts';
import type { RoundingRule } from '#features/services/contract.ts';
import { roundingLabels, toShortServiceName } from '#features/services/rules.ts';
import { formatMinutes } from '#features/units/rules.ts';

type SignedService = { name: string; code: string | null };
type Evidence = z.output<typeof noteEvidence>;
type Dispute = z.output<typeof noteDispute>;

interface NotePdf {
  evidence: Evidence;
  /** Reports of the client; not part of the signed text. */
  disputes: readonly Dispute[];
  businessName: string;
  /** Employees see no rates and authorization numbers. */
  forManager: boolean;
  paperSize: PaperSize;
  at: Date;
}

/**
 * The last signed version with both signatures; attaches the evidence as `evidence.json`, which
 * scripts/verify-evidence.mjs checks.
 * @throws 409 `evidence_incomplete` when rows of the evidence are missing
 */
export async function notePdf({
  evidence,
  disputes,
  businessName,
  forManager,
  paperSize,
  at,
}: NotePdf): Promise<GeneratedFile> {
  const signed = parseSigned(evidence);
  const { noteId, version, employeeSignature, clientSignature } = evidence;
  const isUnsigned = signed !== null && signed.text('clientSignatureSha256') === '';
  if (!signed || employeeSignature === null || (clientSignature === null && !isUnsigned)) {
    throw conflict('evidence_incomplete', "The evidence of this note is incomplete, so it can't be printed.");
  }
  const { text } = signed;
  const inZone = formatIn(text('timeZone'));
  const pdf = await createPdf({
    title: text('title'),
    author: text('authorName'),
    footer: `${PRODUCT_NAME} · note ${noteId}, version ${version} · SHA-256 ${evidence.digest?.slice(0, 16)}…`,
    at,
    paperSize,
  });
  await pdf.heading(text('title'), businessName);
  await pdf.descriptionList(listDescriptions(signed, forManager));
  await pdf.section('Description', text('content'));
  await pdf.section('Research & Analysis', text('research'));
  await pdf.section('Summary', text('summary'));
  await pdf.signatures(await drawSignatures(evidence));
  await pdf.section(
    'Reported by the client',
    disputes.map((one) => describeDispute(one, inZone)).join('\n\n'),
  );
  await pdf.evidence('Evidence', [
    ['Note', `${noteId}, version ${version}`],
    ['SHA-256 of what was signed', evidence.digest ?? ''],
    ['Audit log entry', `${evidence.auditSeq ?? 'missing'}`],
    ['SHA-256 of that entry', evidence.auditHash ?? 'missing'],
    ['Signed from', `${text('ip')}, ${text('userAgent') || 'browser unknown'}`],
    ...describeCapture(signed.capture, inZone),
    ["Author's password", describePassword(signed.passwordIssuedAt, inZone)],
    ...describeCopy(evidence, signed.isBillingApart),
    ['Integrity check', describeMatch(evidence, inZone(at.toISOString()))],
  ]);
  pdf.attach('evidence.json', JSON.stringify(evidence, null, 2));
  return {
    name: `note-${noteId}.pdf`,
    type: 'application/pdf',
    content: await pdf.close(),
    unprintable: pdf.listUnprintable(),
  };
}

/** Both signatures with who signed and when; without a frozen version, only the pictures. */
export async function drawSignatures(evidence: Evidence): Promise<[Signature, Signature]> {
  const draw = async (dataUrl: string | null) => (dataUrl === null ? null : redrawSignature(dataUrl));
  const [employee, client] = await Promise.all([
    draw(evidence.employeeSignature),
    draw(evidence.clientSignature),
  ]);
  const [ofEmployee, ofClient] = describeSignatures(evidence);
  return [
    { ...ofEmployee, picture: employee },
    { ...ofClient, picture: client },
  ];
}

/** The texts of both signatures, which take the same space without their pictures. */
export function describeSignatures(evidence: Evidence): [Signature, Signature] {
  const signed = parseSigned(evidence);
  const times = signed && toSigningTimes(signed, signed.text('clientSignatureSha256') === '');
  const inZone = signed && formatIn(signed.text('timeZone'));
  const describe = (name: string | null, at: string | null | undefined) =>
    joinIsolated([name, at && inZone?.(at)], ', ');
  return [
    {
      title: 'Employee signature',
      picture: null,
      below: describe(signed && signed.text('authorName'), times?.employee),
    },
    {
      title: 'Client signature',
      picture: null,
      ...(evidence.clientSignature === null && { ifMissing: 'The client did not sign.' }),
      below: describe(
        signed && describeSigner(signed.signer, signed.text('clientContactName')),
        times?.client,
      ),
    },
  ];
}

type SignedFields = NonNullable<ReturnType<typeof parseSigned>>;

/** The descriptions above the texts. */
function listDescriptions(signed: SignedFields, forManager: boolean): DescriptionItem[] {
  const { text, whole } = signed;
  const inZone = formatIn(text('timeZone'));
  return [
    ['Client', isolateValues`${text('clientName')}, ${text('clientContactName')}`],
    ['Service', describeService(signed.service, text('category'))],
    ['Written by', joinIsolated([text('authorName'), text('authorDepartment')], ', ')],
    ['Started', inZone(text('start'))],
    ['Ended', inZone(text('end'))],
    ['Time', `${formatMinutes(whole('minutes'))} (${whole('minutes')} minutes)`],
    [
      'Time units',
      `${Number(text('timeUnitsUsed'))} (15 minutes each${forManager && signed.unitRate !== null ? `, $${signed.unitRate} per unit` : ''})`,
    ],
    ['Rounding', roundingLabels[signed.rounding]],
    ...(forManager && signed.authorization ? [['Authorization', signed.authorization] as const] : []),
    ['Priority', toLabel(priorityLabels, text('priority'))],
    ...(signed.tags.length > 0 ? [['Tags', joinIsolated(signed.tags, ', ')] as const] : []),
  ];
}

/** Returns the label of a value, or the value itself if it has none. */
const toLabel = (labels: Record<string, string>, value: string): string => labels[value] ?? value;

/** The names of the services of the first form, which has only their keys. */
const V1_SERVICE_LABELS = { transitional: 'Transitional', sustaining: 'Sustaining' };

/** The service as it was signed: 'Home care (H2015)'. */
function describeService(service: SignedService | null, key: string): string {
  if (!service) return toLabel(V1_SERVICE_LABELS, key);
  const name = toShortServiceName(service.name);
  return service.code === null ? name : isolateValues`${name} (${service.code})`;
}

/** When both signed; null for a client who did not. */
const toSigningTimes = ({ text, capture }: SignedFields, isUnsigned: boolean) =>
  listSigningTimes({
    employeeSignedAt: text('employeeSignedAt'),
    clientSignedAt: isUnsigned ? null : text('clientSignedAt'),
    capture,
  });

/** When the note was written, by the clock of the device. */
function describeCapture(capture: Capture | null, inZone: (iso: string) => string): DescriptionItem[] {
  if (!capture) return [];
  const { offline, begunAt, submittedAt, clockDifferenceMs } = capture;
  const difference = `${Math.round(clockDifferenceMs / 1000)} s from the server's clock`;
  return [
    [
      'Written',
      `${offline ? 'offline' : 'online'}, ${inZone(begunAt)} to ${inZone(submittedAt)}, ${difference}`,
    ],
  ];
}

/** Describes the report of the client, and the answer. */
export function describeDispute(
  { reason, text, at, answer, answeredAt, answeredByName }: Dispute,
  inZone: (iso: string) => string,
): string {
  const reported = [`${disputeReasonLabels[reason]}, ${inZone(at.toISOString())}`, text];
  const answered =
    answer === null || answeredAt === null
      ? ['A manager has not answered yet.']
      : [isolateValues`Answered by ${answeredByName ?? ''}, ${inZone(answeredAt.toISOString())}`, answer];
  return [...reported, ...answered].filter(Boolean).join('\n');
}

/** Names the members withheld from an author's copy, and why its text may not match the digest. */
function describeCopy({ masked, billing }: Evidence, isBillingApart: boolean): DescriptionItem[] {
  if (masked.length > 0)
    return [
      [
        "Author's copy",
        'The attached text leaves out the rate and the authorization number, so its SHA-256 is different.',
      ],
    ];
  if (!isBillingApart || billing !== null) return [];
  return [["Author's copy", 'The rate and the authorization number are not attached, only their SHA-256.']];
}

/** Printed because a manager who set a temporary password could sign as the author. */
function describePassword(issuedAt: string | null, inZone: (iso: string) => string): string {
  if (issuedAt === null) return 'chosen by the author. Changes are in the audit log.';
  return `temporary, set by someone else on ${inZone(issuedAt)}; the author had not changed it yet.`;
}

const describeMatch = ({ matches, missing }: Evidence, when: string): string => {
  if (matches) return `${when}: the note as stored is what was signed.`;
  const rows = missing.length > 0 ? ` Missing: ${missing.join(', ')}.` : '';
  return `${when}: the note as stored is NOT what was signed.${rows}`;
};

/** Parses the frozen fields; null when there are none. */
function parseSigned({ canonical, billing }: Evidence) {
  const fields = canonical === null ? null : parseObject(canonical);
  if (!fields) return null;
  const tags = Array.isArray(fields['tags']) ? fields['tags'].map(String) : [];
  return {
    text: (name: string): string => (typeof fields[name] === 'string' ? fields[name] : ''),
    whole: (name: string): number => Number(fields[name]),
    tags,
    passwordIssuedAt: fields['passwordIssuedAt'] as string | null,
    signer: (fields['signer'] ?? null) as Signer | null,
    capture: (fields['capture'] ?? null) as Capture | null,
    service: (fields['service'] ?? null) as SignedService | null,
    ...readBilling(fields, billing),
    isBillingApart: fields['billingSha256'] !== undefined,
    rounding: (fields['rounding'] ?? 'up') as RoundingRule,
  };
}

/** The rate, and the payer's reference of the authorization in force or that there was one; null without. */
function readBilling(signed: Record<string, unknown>, billing: string | null) {
  const { authorizationId, ...account } = (signed['account'] ?? {}) as Record<string, unknown>;
  const { unitRate, reference } = { ...signed, ...account, ...parseObject(billing ?? '') };
  return {
    unitRate: typeof unitRate === 'string' ? unitRate : null,
    authorization: authorizationId ? (typeof reference === 'string' ? reference : 'without a number') : null,
  };
}

/** 'Mar 2, 2026 at 9:00 AM CST (America/Chicago)'. */
const formatIn = (timeZone: string) => (iso: string) => `${formatDateTimeZone(iso, timeZone)} (${timeZone})`;
