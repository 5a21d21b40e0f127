/** Time-based one-time codes (RFC 6238) as authenticator apps create them: SHA-1, 6 digits, 30 seconds. */

import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Accepts the codes before and after the current one too, because clocks of phones differ. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Creates a random secret in Base32, which can be typed. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

interface Account {
  secret: string;
  issuer: string;
  /** Shown by the app. */
  account: string;
}

const totpOf = ({ secret, issuer, account }: Account): TOTP =>
  new TOTP({
    issuer,
    label: account,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** Returns the `otpauth:` address for the QR code. */
export const buildTotpUri = (account: Account): string => totpOf(account).toString();

/** Returns the time step of a code, which callers store so that it is used once; null for a wrong code. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const timestamp = now.getTime();
  const delta = totpOf({ secret, issuer: '', account: '' }).validate({
    token: digits,
    timestamp,
    window: WINDOW,
  });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
