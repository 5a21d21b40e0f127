import { expect, test } from 'vitest';
import { newTotpSecret, findTotpStep, buildTotpUri } from './totp.ts';

/** The ASCII secret `12345678901234567890` of RFC 6238, appendix B; its 8 digits end in the 6 of ours. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('accepts at second %i the code %s of RFC 6238, with and without a space', (seconds, code) => {
  expect(findTotpStep(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  expect(findTotpStep(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, at(seconds))).not.toBeNull();
});

test('accepts the codes before and after the current one, and no others', () => {
  const [code, step] = ['287082', 1];
  expect([0, 29, 30, 59, 60, 89, 90, 120].map((seconds) => findTotpStep(SECRET, code, at(seconds)))).toEqual([
    step,
    step,
    step,
    step,
    step,
    step,
    null,
    null,
  ]);
});

test.each(['', '28708', '2870820', 'abcdef', '-87082', '287082; drop'])(
  'refuses %j, which is not a code',
  (code) => {
    expect(findTotpStep(SECRET, code, at(59))).toBeNull();
  },
);

test('creates random secrets of 160 bits, and an address that names the product and the account', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(secret).not.toBe(newTotpSecret());
  const uri = new URL(buildTotpUri({ secret, issuer: 'Quarterhour', account: 'eve@home' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Quarterhour:eve@home');
  expect(uri.searchParams.get('secret')).toBe(secret);
});
