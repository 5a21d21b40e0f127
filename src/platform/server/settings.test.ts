import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'quarterhour-settings-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const read = (environment: NodeJS.ProcessEnv) => readSettings({ DATA_DIR: directory, ...environment });

test('nothing is required', () => {
  const settings = read({});
  expect(settings).toMatchObject({ port: 3000, production: false, databaseUrl: null, rateLimits: true });
});

test('the server key is made once, for the owner alone, and kept', () => {
  const first = read({}).serverKey;
  expect(first).toHaveLength(32);
  expect(statSync(join(directory, 'server.key')).mode & 0o077).toBe(0);
  expect(read({}).serverKey.equals(first)).toBe(true);
});

test('every mistake has a line of its own that names the setting', () => {
  const mistakes = { PORT: '70000', DATABASE_URL: 'mysql://x', SERVER_KEY: 'short', LOG_LEVEL: 'loud' };
  expect(() => read(mistakes)).toThrow(
    /^PORT: .+\nDATABASE_URL: must be a postgres:\/\/ address\nSERVER_KEY: must be 64 hexadecimal digits \(32 bytes\)\nLOG_LEVEL: .+$/,
  );
});

test('an empty variable counts as not set', () => {
  expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
});

test('production refuses to run without limits', () => {
  expect(() => read({ NODE_ENV: 'production', RATE_LIMITS: 'off' })).toThrow(
    'RATE_LIMITS: off is refused in production',
  );
});

test('a damaged server key stops the start instead of being replaced', () => {
  const file = join(directory, 'server.key');
  writeFileSync(file, 'not a key');
  expect(() => read({})).toThrow(/server\.key does not hold a key/);
  expect(readFileSync(file, 'utf8')).toBe('not a key');
});

test('the public address is kept without its last slash', () => {
  expect(read({ PUBLIC_URL: 'https://time.example/' }).publicUrl).toBe('https://time.example');
});
