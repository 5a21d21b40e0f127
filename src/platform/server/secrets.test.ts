import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashToken, newToken, sameText, SecretBox } from './secrets.ts';

test('decrypts an encrypted secret only with the same key and purpose [10.2.28 P-1]', () => {
  const box = new SecretBox(randomBytes(32));
  const encrypted = box.encrypt('client-code:1:2', '4711-ä');
  expect(box.decrypt('client-code:1:2', encrypted)).toBe('4711-ä');
  expect(encrypted.includes('4711')).toBe(false);
  expect(() => box.decrypt('client-code:1:3', encrypted)).toThrow();
  expect(() => new SecretBox(randomBytes(32)).decrypt('client-code:1:2', encrypted)).toThrow();
});

test('does not decrypt an encrypted secret with a changed byte', () => {
  const box = new SecretBox(randomBytes(32));
  const encrypted = box.encrypt('p', 'secret');
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.decrypt('p', changed), `byte ${at}`).toThrow();
  }
});

test('decrypts old secrets under a new key, and new ones with the new key only [S-40]', () => {
  const [before, now] = [randomBytes(32), randomBytes(32)];
  const [old, rotated] = [new SecretBox(before), new SecretBox(now, [randomBytes(32), before])];
  expect(rotated.decrypt('p', old.encrypt('p', 'old'))).toBe('old');
  const encrypted = rotated.encrypt('p', 'new');
  expect([rotated.decrypt('p', encrypted), new SecretBox(now).decrypt('p', encrypted)]).toEqual([
    'new',
    'new',
  ]);
  expect(() => old.decrypt('p', encrypted)).toThrow();
});

test('encrypts the same secret into different bytes each time', () => {
  const box = new SecretBox(randomBytes(32));
  expect(box.encrypt('p', 'secret').equals(box.encrypt('p', 'secret'))).toBe(false);
});

test('computes fingerprints that differ by text and by key', () => {
  const [key, text] = [randomBytes(32), 'POST /api/employees {"password":"orange-11"}'];
  const print = new SecretBox(key).fingerprint(text);
  expect(new SecretBox(key).fingerprint(text)).toEqual(print);
  expect(new SecretBox(key).fingerprint(`${text} `)).not.toEqual(print);
  const other = randomBytes(32);
  expect(new SecretBox(other).fingerprint(text)).not.toEqual(print);
  expect(new SecretBox(other).isFingerprint(print, text)).toBe(false);
  // A request that is sent again after the server's key was replaced is still the same one.
  expect(new SecretBox(other, [key]).isFingerprint(print, text)).toBe(true);
  expect(new SecretBox(other, [key]).isFingerprint(print, `${text} `)).toBe(false);
});

test('creates tokens of 256 bits, and hashes them to 256 bits [10.2.1 S-8]', () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken));
  expect(tokens.size).toBe(100);
  for (const token of tokens) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(hashToken(token)).toHaveLength(32);
  }
});

test('compares whole texts [10.5.6]', () => {
  expect(sameText('4711', '4711')).toBe(true);
  expect(sameText('4711', '47110')).toBe(false);
  expect(sameText('', '4711')).toBe(false);
});
