/** Guarded, frozen: the canonical form of a signed note. A new form needs a new name; this one stays. */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { clockInZone, type Occurrence } from '#platform/contract/zone.ts';
import { canonicalJson, parseObject } from '#platform/server/canonicalJson.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { signedColumns, type notes, type SignedColumns } from '#features/notes/server/tables.ts';
import type { Signatures } from './signatures.ts';

const FORM_V1 = 'quarterhour-note-1';
/** Adds service, rounding rule and account. */
const FORM_V2 = 'quarterhour-note-2';
/** Adds capture, signer and clock. */
const FORM_V3 = 'quarterhour-note-3';
/** Adds which hour of repeated ones is meant, and the length that both saw when they signed. */
const FORM_V4 = 'quarterhour-note-4';
/** Adds when the version was stored; has a digest instead of rate and reference, which authors do not read. */
const FORM_V5 = 'quarterhour-note-5';
/** The columns that the third form adds. */
const COLUMNS_OF_V3 = ['capture', 'signer', 'clock'] as const;
/** The columns that the fourth form adds. */
const COLUMNS_OF_V4 = ['startOccurrence', 'endOccurrence', 'signedMinutes', 'signedUnits'] as const;
/** The form of new versions; an earlier version keeps its form. */
export const NEWEST_FORM = FORM_V5;
const FORMS = [FORM_V1, FORM_V2, FORM_V3, FORM_V4, FORM_V5] as const;
type Form = (typeof FORMS)[number];
/** Returns whether a form has the members that another one adds. */
const includes = (form: unknown, added: Form): boolean =>
  FORMS.some((one, index) => one === form && index >= FORMS.indexOf(added));

/** A signed version as stored in its rows. */
export interface CanonicalInput {
  businessId: number;
  noteId: number;
  /** A row of `notes`; only the signed columns are used. */
  columns: SignedColumns &
    Pick<
      typeof notes.$inferSelect,
      'timeZone' | 'rounding' | 'authorizationId' | (typeof COLUMNS_OF_V3 | typeof COLUMNS_OF_V4)[number]
    >;
  /** Start and end of the work, from the time entry. */
  start: Date;
  end: Date;
  signatures: SignatureDigests;
}

/** SHA-256 of both signatures, hex; null when the client did not sign. */
export interface SignatureDigests {
  employeeSignatureSha256: string;
  clientSignatureSha256: string | null;
}

/** Metadata that is stored only in the frozen text. */
export interface SigningMetadata {
  form: Form;
  timeZone: string;
  /** Dollars per unit, exact decimal; null for none, since the third form. Up to the fourth form. */
  unitRate: string | null;
  /** SHA-256 of the billing text, hex; null up to the fourth form. */
  billingSha256: string | null;
  /** When the version was stored, under the lock of its note, ISO 8601; null up to the fourth form. */
  recordedAt: string | null;
  ip: string;
  userAgent: string | null;
  /** When another user set the author's temporary password, ISO 8601; null once the author has replaced it. */
  passwordIssuedAt: string | null;
  /** The service as it was named; null in the first form. */
  service: { name: string; code: string | null } | null;
  /** The authorization that was in force; null in the first form. */
  account: Account | null;
}

/** An authorization, up to the fourth form with the payer's reference; without one the client's general account. */
export interface Account {
  authorizationId: number | null;
  reference?: string | null | undefined;
}

/** Canonical JSON (RFC 8785) of a signed version. */
export function canonicalNote(note: CanonicalInput, metadata: SigningMetadata): string {
  const members: [name: string, value: unknown][] = [
    ['form', metadata.form],
    ['businessId', note.businessId],
    ['noteId', note.noteId],
    ...signedColumns.map((name): [string, unknown] => [name, toJson(note.columns[name])]),
    ['start', toJson(note.start)],
    ['end', toJson(note.end)],
    ['employeeSignatureSha256', note.signatures.employeeSignatureSha256],
    ['clientSignatureSha256', note.signatures.clientSignatureSha256],
    ['timeZone', metadata.timeZone],
    ...listMembersOfV5(metadata),
    ['ip', metadata.ip],
    ['userAgent', metadata.userAgent],
    ['passwordIssuedAt', metadata.passwordIssuedAt],
    ...listMembersOfV2(note, metadata),
    ...listColumns(note, metadata, FORM_V3, COLUMNS_OF_V3),
    ...listColumns(note, metadata, FORM_V4, COLUMNS_OF_V4),
  ];
  return canonicalJson(Object.fromEntries(members));
}

function listMembersOfV2(
  { columns }: CanonicalInput,
  { form, service, account }: SigningMetadata,
): [string, unknown][] {
  if (form === FORM_V1) return [];
  return [
    ['service', { key: columns.category, name: service?.name, code: service?.code }],
    ['rounding', columns.rounding],
    ['account', account],
  ];
}

/** The time of the version, and the digest of what the earlier forms have in clear. */
const listMembersOfV5 = ({
  form,
  unitRate,
  billingSha256,
  recordedAt,
}: SigningMetadata): [string, unknown][] =>
  includes(form, FORM_V5)
    ? [
        ['billingSha256', billingSha256],
        ['recordedAt', recordedAt],
      ]
    : [['unitRate', unitRate]];

/** The columns that a form adds; none in an earlier one. */
const listColumns = (
  { columns }: CanonicalInput,
  { form }: SigningMetadata,
  ...[added, names]: [added: Form, names: readonly (keyof CanonicalInput['columns'])[]]
): [string, unknown][] => (includes(form, added) ? names.map((name) => [name, columns[name]]) : []);

const toJson = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** The digests of both signatures. */
export const digestsOf = ({ employeePng, clientPng }: Signatures): SignatureDigests => ({
  employeeSignatureSha256: sha256Hex(employeePng),
  clientSignatureSha256: clientPng && sha256Hex(clientPng),
});

/** SHA-256 of the canonical text, hex. */
export const digestOf = (canonical: string): string => sha256Hex(canonical);

/** Compares the note with the frozen text, given the metadata of that text. */
export function isUnchanged(canonical: string, note: CanonicalInput): boolean {
  const metadata = parseMetadata(canonical);
  if (metadata === null || metadata.timeZone !== note.columns.timeZone) return false;
  // The first form has no rule: each started unit counted.
  if (metadata.form === FORM_V1 && note.columns.rounding !== 'up') return false;
  // Compared first, because changed ones may have no canonical form.
  const frozen = parseObject(canonical);
  if (!COLUMNS_OF_V3.every((name) => isDeepStrictEqual(note.columns[name], frozen?.[name] ?? null)))
    return false;
  if (!includes(metadata.form, FORM_V4) && !hasOccurrences(note, metadata)) return false;
  if ((metadata.account?.authorizationId ?? null) !== note.columns.authorizationId) return false;
  return canonicalNote(note, metadata) === canonical;
}

/** Returns whether the hours of a note that was signed without them match the signed moments, or are not stored. */
function hasOccurrences({ columns, start, end }: CanonicalInput, { timeZone }: SigningMetadata): boolean {
  const { startOccurrence, endOccurrence } = columns;
  const isOf = (occurrence: Occurrence | null, moment: Date) =>
    occurrence === null || occurrence === clockInZone(moment, timeZone).occurrence;
  return isOf(startOccurrence, start) && isOf(endOccurrence, end);
}

function parseMetadata(canonical: string): SigningMetadata | null {
  const frozen = parseObject(canonical);
  if (!frozen) return null;
  const { form, timeZone, ip, userAgent, passwordIssuedAt } = frozen;
  const parts = parseMembersOfV5(frozen);
  if (!parts || typeof timeZone !== 'string' || typeof ip !== 'string') return null;
  if (typeof userAgent !== 'string' && userAgent !== null) return null;
  if (typeof passwordIssuedAt !== 'string' && passwordIssuedAt !== null) return null;
  const metadata = { ...parts, timeZone, ip, userAgent, passwordIssuedAt };
  if (form === FORM_V1) return { ...metadata, form, service: null, account: null };
  const laterForm = FORMS.find((one) => one === form);
  const members = (form === FORM_V5 ? signedWithBilling : signedWithService).safeParse(frozen);
  return laterForm && members.success ? { ...metadata, form: laterForm, ...members.data } : null;
}

/** The members that replace the rate in the fifth form. */
function parseMembersOfV5({
  form,
  unitRate = null,
  billingSha256 = null,
  recordedAt = null,
}: Record<string, unknown>): Pick<SigningMetadata, 'unitRate' | 'billingSha256' | 'recordedAt'> | null {
  if (form === FORM_V5) {
    if (typeof billingSha256 !== 'string' || typeof recordedAt !== 'string' || unitRate !== null) return null;
    return { unitRate, billingSha256, recordedAt };
  }
  const none = { billingSha256: null, recordedAt: null };
  if (typeof unitRate === 'string') return { ...none, unitRate };
  return unitRate === null && includes(form, FORM_V3) ? { ...none, unitRate } : null;
}

const service = z.object({ name: z.string(), code: z.string().nullable() });
const authorizationId = z.int().nullable();
const signedWithService = z.object({
  service,
  account: z.object({ authorizationId, reference: z.string().nullable() }),
});
const signedWithBilling = z.object({ service, account: z.strictObject({ authorizationId }) });
