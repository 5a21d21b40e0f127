/** Two-factor sign-in for tests, with codes as an authenticator app computes them. */

import { Secret, TOTP } from 'otpauth';
import type { Api } from '#tests/support/helpers/api.ts';

/** The code that an app shows this many seconds from now. */
export const generateTotp = (secret: string, offsetSeconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offsetSeconds * 1000 });

/** Enables two-factor sign-in for the user of the token. */
export async function enableTwoFactor(
  api: Api,
  token: string,
): Promise<{ secret: string; used: string; recoveryCodes: string[] }> {
  const { secret } = await api.ok(token, 'POST /api/auth/totp/setup');
  const used = generateTotp(secret);
  const { recoveryCodes } = await api.ok(token, 'POST /api/auth/totp/enable', { body: { code: used } });
  return { secret, used, recoveryCodes };
}
