/** Time-based one-time codes (RFC 6238) as every authenticator app makes them: SHA-1, 6 digits, 30 seconds. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Clocks of phones differ a little: the codes before and after the current one count too. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** A random secret in Base32, as people can type it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

interface Account {
  secret: string;
  issuer: string;
  /** The name that the app shows. */
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

/** The address that a QR code carries to the app. */
export const totpUri = (account: Account): string => totpOf(account).toString();

/** The step that a code belongs to, so that it can be used once; null for a wrong one. */
export function totpStep(secret: string, code: string, now: Date): number | null {
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
