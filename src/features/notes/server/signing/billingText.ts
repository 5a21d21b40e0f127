/** Guarded, frozen: what was signed but authors do not read: the rate and the payer's reference of the authorization. */

import { randomBytes } from 'node:crypto';
import { canonicalJson, parseObject } from '#platform/server/canonicalJson.ts';
import { sha256Hex } from '#platform/server/secrets.ts';

/** The members of a signed version that only managers read. */
export interface Billing {
  /** Dollars per unit, exact decimal; null for none. */
  unitRate: string | null;
  /** Of the authorization in force; null without one, or without a number. */
  reference: string | null;
}

/** Canonical JSON (RFC 8785). The signed text has only its digest, from which the salt keeps others from guessing it. */
export const buildBillingText = ({ unitRate, reference }: Billing): string =>
  canonicalJson({ reference, salt: randomBytes(16).toString('hex'), unitRate });

/** SHA-256 of the billing text, hex. */
export const digestOfBilling = (billing: string): string => sha256Hex(billing);

/** Returns whether a version has the billing text whose digest was signed; earlier forms have none. */
export const isBillingSigned = (frozen: Record<string, unknown>, billing: string | null): boolean =>
  (frozen['billingSha256'] ?? null) === (billing && digestOfBilling(billing));

/** Members that authors do not read, of the forms that have them in the signed text. */
const MASKED = ['unitRate', 'account.reference'] as const;
export type MaskedMember = (typeof MASKED)[number];

/** A signed text as its author may read it: whole since the fifth form, otherwise without the members of `masked`. */
export function maskCanonical(canonical: string): { canonical: string; masked: MaskedMember[] } {
  const frozen = parseObject(canonical);
  const { unitRate, account, ...rest } = frozen ?? {};
  const { reference, ...visible } = (account ?? {}) as { reference?: unknown };
  const masked = MASKED.filter((name) => (name === 'unitRate' ? unitRate : reference) !== undefined);
  if (masked.length === 0) return { canonical, masked };
  return { canonical: canonicalJson({ ...rest, account: account && visible }), masked };
}
