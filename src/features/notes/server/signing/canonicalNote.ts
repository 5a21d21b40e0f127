/** Guarded, frozen: the canonical form of a signed note. A new form needs a new name; this one stays. */
import { z } from 'zod';
import { canonicalJson, parseObject } from '#platform/server/canonicalJson.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { signedColumns, type notes, type SignedColumns } from '#features/notes/server/tables.ts';
import type { Signatures } from './signatures.ts';

/** The forms: the second adds service, rounding rule and account. New versions have the last one. */
const FORM_V1 = 'quarterhour-note-1';
const FORM_V2 = 'quarterhour-note-2';

/** A signed version as stored in its rows. */
export interface SignedNote {
  businessId: number;
  noteId: number;
  /** A row of `notes`; only the signed columns are used. */
  columns: SignedColumns & Pick<typeof notes.$inferSelect, 'rounding' | 'authorizationId'>;
  /** Start and end of the work, from the time entry. */
  start: Date;
  end: Date;
  signatures: SignatureDigests;
}

/** SHA-256 of both signatures, hex. */
export interface SignatureDigests {
  employeeSignatureSha256: string;
  clientSignatureSha256: string;
}

/** Metadata that is stored only in the frozen text. */
export interface SigningMetadata {
  timeZone: string;
  /** Dollars per unit, exact decimal. */
  unitRate: string;
  ip: string;
  userAgent: string | null;
  /** When another user set the author's temporary password, ISO 8601; null once the author has replaced it. */
  passwordIssuedAt: string | null;
  /** The service as it was named; null in the first form. */
  service: { name: string; code: string | null } | null;
  /** The authorization that was in force; null in the first form. */
  account: Account | null;
}

/** An authorization with the payer's reference; without one the client's general account. */
export interface Account {
  authorizationId: number | null;
  reference: string | null;
}

/** Canonical JSON (RFC 8785) of a signed version. */
export function canonicalNote(note: SignedNote, metadata: SigningMetadata): string {
  const members: [name: string, value: unknown][] = [
    ['form', metadata.service ? FORM_V2 : FORM_V1],
    ['businessId', note.businessId],
    ['noteId', note.noteId],
    ...signedColumns.map((name): [string, unknown] => [name, toJson(note.columns[name])]),
    ['start', toJson(note.start)],
    ['end', toJson(note.end)],
    ['employeeSignatureSha256', note.signatures.employeeSignatureSha256],
    ['clientSignatureSha256', note.signatures.clientSignatureSha256],
    ['timeZone', metadata.timeZone],
    ['unitRate', metadata.unitRate],
    ['ip', metadata.ip],
    ['userAgent', metadata.userAgent],
    ['passwordIssuedAt', metadata.passwordIssuedAt],
    ...listMembersOfV2(note, metadata),
  ];
  return canonicalJson(Object.fromEntries(members));
}

function listMembersOfV2(
  { columns }: SignedNote,
  { service, account }: SigningMetadata,
): [string, unknown][] {
  if (!service) return [];
  return [
    ['service', { key: columns.category, name: service.name, code: service.code }],
    ['rounding', columns.rounding],
    ['account', account],
  ];
}

const toJson = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** The digests of both signatures. */
export const digestsOf = ({ employeePng, clientPng }: Signatures): SignatureDigests => ({
  employeeSignatureSha256: sha256Hex(employeePng),
  clientSignatureSha256: sha256Hex(clientPng),
});

/** SHA-256 of the canonical text, hex. */
export const digestOf = (canonical: string): string => sha256Hex(canonical);

/** Whether the note still matches the frozen text, given the metadata of that text. */
export function isUnchanged(canonical: string, note: SignedNote): boolean {
  const metadata = parseMetadata(canonical);
  if (metadata === null) return false;
  // The first form has no rule: each started unit counted.
  if (metadata.service === null && note.columns.rounding !== 'up') return false;
  if ((metadata.account?.authorizationId ?? null) !== note.columns.authorizationId) return false;
  return canonicalNote(note, metadata) === canonical;
}

function parseMetadata(canonical: string): SigningMetadata | null {
  const frozen = parseObject(canonical);
  if (!frozen) return null;
  const { timeZone, unitRate, ip, userAgent, passwordIssuedAt } = frozen;
  if (typeof timeZone !== 'string' || typeof unitRate !== 'string' || typeof ip !== 'string') return null;
  if (typeof userAgent !== 'string' && userAgent !== null) return null;
  if (typeof passwordIssuedAt !== 'string' && passwordIssuedAt !== null) return null;
  const metadata = { timeZone, unitRate, ip, userAgent, passwordIssuedAt };
  if (frozen['form'] === FORM_V1) return { ...metadata, service: null, account: null };
  if (frozen['form'] !== FORM_V2) return null;
  const service = serviceOfV2.safeParse(frozen['service']);
  const account = accountOfV2.safeParse(frozen['account']);
  return service.success && account.success
    ? { ...metadata, service: service.data, account: account.data }
    : null;
}

const serviceOfV2 = z.object({ name: z.string(), code: z.string().nullable() });
const accountOfV2 = z.object({ authorizationId: z.int().nullable(), reference: z.string().nullable() });
