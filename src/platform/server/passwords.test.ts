import { expect, test } from 'vitest';
import { PasswordHasher } from './passwords.ts';

test('hashes with argon2id, 19 MiB, 2 passes, 1 lane, and does not truncate passwords [10.2.27 S-13]', async () => {
  const hasher = new PasswordHasher();
  const long = `${'ä'.repeat(400)}1`;
  const stored = await hasher.hash(long);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hasher.matches(stored, long)).toBe(true);
  expect(await hasher.matches(stored, `${'ä'.repeat(400)}2`)).toBe(false);
});

test.each([
  ['decomposed letters', 'ma\u006e\u0303ana', 'ma\u00f1ana'],
  ['full-width letters', 'ｐａｓｓ１２', 'pass12'],
])('accepts %s from any keyboard [S-13]', async (_, sent, stored) => {
  const hasher = new PasswordHasher();
  expect(await hasher.matches(await hasher.hash(stored), sent)).toBe(true);
  expect(await hasher.matches(await hasher.hash(sent), stored)).toBe(true);
});

test('returns false without a stored hash, in the time of a comparison [10.2.18 S-14]', async () => {
  const hasher = new PasswordHasher();
  const stored = await hasher.hash('a password');
  const quickest = async (hash: string | null) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const began = performance.now();
      expect(await hasher.matches(hash, 'the password of no user')).toBe(false);
      times.push(performance.now() - began);
    }
    return Math.min(...times);
  };
  expect((await quickest(null)) / (await quickest(stored))).toBeGreaterThan(0.5);
});

test('throws 503 when the queue is full, and hashes the passwords in the queue [T19 S-17]', async () => {
  const hasher = new PasswordHasher();
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => hasher.hash('x')));
  const refused = results.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(8);
  for (const one of refused) expect(one.reason).toMatchObject({ status: 503, retryAfter: 2 });
});
