/** Guarded, frozen: the canonical form of a signed note. A new form gets a new name beside this one. */
import { canonicalJson, objectIn } from '#platform/server/canonicalJson.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import type { Signatures } from './signatures.ts';

const FORM = 'quarterhour-note-1';

/** What is read off the rows of a note; everything that a later change could touch. */
export interface SignedFields {
  businessId: number;
  noteId: number;
  version: number;
  clientId: number;
  clientName: string;
  /** The person who signs for the client. */
  clientContactName: string;
  authorId: number;
  authorName: string;
  authorDepartment: string | null;
  title: string;
  category: string;
  priority: string;
  tags: string[];
  content: string;
  research: string;
  summary: string;
  workDate: string;
  startTime: string;
  endTime: string;
  timeUnitsUsed: string;
  minutes: number;
  /** Moments of the time entry. */
  start: Date;
  end: Date;
  employeeSignedAt: Date;
  clientSignedAt: Date;
}

/** SHA-256 of both signatures, hex. */
export interface SignatureDigests {
  employeeSignatureSha256: string;
  clientSignatureSha256: string;
}

/** What was true at the moment of signing and is kept nowhere but in the frozen text. */
export interface SigningMetadata {
  timeZone: string;
  /** Dollars per unit, exact decimal. */
  unitRate: string;
  ip: string;
  userAgent: string | null;
  /**
   * When somebody else issued the password that the author's account had, ISO 8601; null once that was replaced,
   * which whoever knew it could do.
   */
  passwordIssuedAt: string | null;
}

/** Canonical JSON (RFC 8785) of a signed version. */
export function canonicalNote(rows: SignedFields & SignatureDigests, circumstances: SigningMetadata): string {
  const { start, end, employeeSignedAt, clientSignedAt, ...fields } = rows;
  return canonicalJson({
    form: FORM,
    ...fields,
    ...circumstances,
    start: start.toISOString(),
    end: end.toISOString(),
    employeeSignedAt: employeeSignedAt.toISOString(),
    clientSignedAt: clientSignedAt.toISOString(),
  });
}

/** The digests of both signatures, byte for byte as they were drawn. */
export const digestsOf = ({ employeePng, clientPng }: Signatures): SignatureDigests => ({
  employeeSignatureSha256: sha256Hex(employeePng),
  clientSignatureSha256: sha256Hex(clientPng),
});

/** SHA-256 of the canonical text, hex. */
export const digestOf = (canonical: string): string => sha256Hex(canonical);

/** Is the frozen text what these rows say, under the circumstances that it names itself? */
export function isUnchanged(canonical: string, rows: SignedFields & SignatureDigests): boolean {
  const kept = circumstancesIn(canonical);
  return kept !== null && canonicalNote(rows, kept) === canonical;
}

function circumstancesIn(canonical: string): SigningMetadata | null {
  const kept = objectIn(canonical);
  if (!kept) return null;
  const { timeZone, unitRate, ip, userAgent, passwordIssuedAt } = kept;
  if (typeof timeZone !== 'string' || typeof unitRate !== 'string' || typeof ip !== 'string') return null;
  if (typeof userAgent !== 'string' && userAgent !== null) return null;
  if (typeof passwordIssuedAt !== 'string' && passwordIssuedAt !== null) return null;
  return { timeZone, unitRate, ip, userAgent, passwordIssuedAt };
}
