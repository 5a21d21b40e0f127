import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'quarterhour-settings-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const read = (environment: NodeJS.ProcessEnv) => readSettings({ DATA_DIR: directory, ...environment });

test('requires no setting [10.7.1]', () => {
  const settings = read({});
  expect(settings).toMatchObject({ port: 3000, production: false, databaseUrl: null, rateLimits: true });
});

test('creates the server key once, readable only by its owner [10.7.4]', () => {
  const first = read({}).serverKey;
  expect(first).toHaveLength(32);
  expect(statSync(join(directory, 'server.key')).mode & 0o077).toBe(0);
  expect(read({}).serverKey.equals(first)).toBe(true);
});

test('reports each mistake on its own line, which names the setting [10.7.2]', () => {
  const mistakes = { PORT: '70000', DATABASE_URL: 'mysql://x', SERVER_KEY: 'short', LOG_LEVEL: 'loud' };
  expect(() => read(mistakes)).toThrow(
    /^PORT: .+\nDATABASE_URL: must be a postgres:\/\/ address\nSERVER_KEY: must be 64 hexadecimal digits \(32 bytes\)\nLOG_LEVEL: .+$/,
  );
});

test('backs up daily by default, and validates the settings of backups', () => {
  const standard = join(directory, 'backups');
  expect(read({}).backups).toEqual({ automatic: true, directory: standard, everyHours: 24, keep: 7 });
  expect(read({ BACKUPS: 'off' }).backups.automatic).toBe(false);
  expect(read({ DATABASE_URL: 'postgres://localhost/x' }).backups.automatic).toBe(false);
  expect(() => read({ BACKUPS: 'maybe', BACKUP_HOURS: '0', BACKUP_KEEP: 'all' })).toThrow(
    /^BACKUPS: .+\nBACKUP_HOURS: .+\nBACKUP_KEEP: must be a whole number$/,
  );
});

test('creates no server key with makeKey: false', () => {
  expect(() => readSettings({ DATA_DIR: directory }, { makeKey: false })).toThrow(/^SERVER_KEY: is required/);
  expect(readdirSync(directory)).toEqual([]);
});

test('ignores empty variables', () => {
  expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
});

test('refuses RATE_LIMITS=off in production [10.7.8 S-40]', () => {
  expect(() => read({ NODE_ENV: 'production', RATE_LIMITS: 'off' })).toThrow(
    'RATE_LIMITS: off is refused in production',
  );
});

test('refuses quick password hashing outside of tests', () => {
  expect(read({}).passwordHashing).toBe('full');
  for (const NODE_ENV of ['production', 'development'])
    expect(() => read({ NODE_ENV, PASSWORD_HASHING: 'quick' })).toThrow(
      'PASSWORD_HASHING: quick is for tests only, with NODE_ENV=test',
    );
  expect(read({ NODE_ENV: 'test', PASSWORD_HASHING: 'quick' }).passwordHashing).toBe('quick');
});

test('requires PUBLIC_URL for mail in production', () => {
  const mailing = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example' };
  expect(() => read(mailing)).toThrow(
    'PUBLIC_URL: is required in production with SMTP_URL, for links in emails',
  );
  expect(read({ ...mailing, PUBLIC_URL: 'https://hours.example' }).publicUrl).toBe('https://hours.example');
});

test.each([
  ['a repeated byte', Buffer.alloc(32, 0xab)],
  ['a sequence', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
  ['an example twice', Buffer.from('00112233445566778899aabbccddeeff'.repeat(2), 'hex')],
  ['a text', Buffer.from('the server key of our little firm')],
])('refuses a guessable server key in production: %s [S-40]', (_, bytes) => {
  const key = bytes.subarray(0, 32);
  const production = { NODE_ENV: 'production' };
  const typed = { SERVER_KEY: key.toString('hex') };
  expect(() => read({ ...production, ...typed })).toThrow('SERVER_KEY: is not a random key');
  expect(read(typed).serverKey).toEqual(key);
  writeFileSync(join(directory, 'server.key'), typed.SERVER_KEY);
  expect(() => read(production)).toThrow('DATA_DIR: server.key is not a random key');
  const random = { SERVER_KEY: randomBytes(32).toString('hex') };
  expect(read({ ...production, ...random }).production).toBe(true);
});

test.each([
  ['a password', 'https://user:secret-1@h.example'],
  ['a query', 'https://h.example?secret-1'],
  ['a fragment', 'https://h.example#secret-1'],
])('refuses an address with %s, and does not repeat it [S-31,40]', (_, address) => {
  for (const name of ['PUBLIC_URL', 'S3_ENDPOINT'])
    expect(() => read({ [name]: address })).toThrow(
      new SettingsError([`${name}: must be an address without a password, a query or a fragment`]),
    );
});

test.each([
  ['http for the public', { PUBLIC_URL: 'http://hours.example' }, 'PUBLIC_URL: without https'],
  ['the sandbox', { PAYMENTS: 'sandbox' }, 'PAYMENTS: anyone can subscribe'],
  [
    'password links without an email',
    { NODE_ENV: 'development', HOST: '0.0.0.0' },
    'NODE_ENV: without production',
  ],
])('warns of %s [S-40]', (_, environment, warning) => {
  expect(read({ NODE_ENV: 'production', ...environment }).warnings).toEqual([
    expect.stringContaining(warning),
  ]);
});

test('warns of nothing on this computer', () => {
  expect(read({ PUBLIC_URL: 'http://localhost:3000', HOST: '::1' }).warnings).toEqual([]);
  expect(read({ NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1:3000' }).warnings).toEqual([]);
});

const TOO_LARGE = ['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '::/1', '::ffff:0:0/96'];
test.each(['true', '1', '*', ...TOO_LARGE, '10.0.0.0/33', '10.0.0.1, any', 'proxy.example'])(
  'refuses TRUST_PROXY=%s [S-16,40]',
  (TRUST_PROXY) => {
    expect(() => read({ TRUST_PROXY })).toThrow(/^TRUST_PROXY: must be addresses/);
  },
);

test('refuses a damaged server key instead of replacing it [S-40]', () => {
  const file = join(directory, 'server.key');
  writeFileSync(file, 'not a key');
  expect(() => read({})).toThrow(/server\.key does not contain a key/);
  expect(readFileSync(file, 'utf8')).toBe('not a key');
});

test('refuses DATABASE_DIRECT_URL without DATABASE_URL', () => {
  const DATABASE_DIRECT_URL = 'postgres://app@db.example/quarterhour';
  expect(() => read({ DATABASE_DIRECT_URL })).toThrow('DATABASE_DIRECT_URL: requires DATABASE_URL');
});

test('removes the trailing slash of PUBLIC_URL [10.7.6]', () => {
  expect(read({ PUBLIC_URL: 'https://time.example/' }).publicUrl).toBe('https://time.example');
});

describe('the payment provider', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const production = { NODE_ENV: 'production' };

  test.each([
    ['the sandbox outside production', {}, 'sandbox'],
    ['none in production', production, 'none'],
    ['the sandbox in production with PAYMENTS=sandbox', { ...production, PAYMENTS: 'sandbox' }, 'sandbox'],
    ['Stripe with its keys', { ...production, ...stripe }, 'stripe'],
    ['Stripe with its keys and PAYMENTS=stripe', { ...stripe, PAYMENTS: 'stripe' }, 'stripe'],
    [
      'the sandbox with PAYMENTS=sandbox, even with keys of Stripe',
      { ...stripe, PAYMENTS: 'sandbox' },
      'sandbox',
    ],
    ['none with PAYMENTS=none', { ...stripe, PAYMENTS: 'none' }, 'none'],
  ])('is %s [10.6.24 10.7.9]', (_, environment, expected) => {
    const { payments, stripe: keys } = read(environment);
    expect([payments, keys !== null]).toEqual([expected, expected === 'stripe']);
  });

  test('gets each key of Stripe from its own variable [10.7.9]', () => {
    expect(read({ ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:1' }).stripe).toEqual({
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecret: 'whsec_1',
      apiBase: 'http://127.0.0.1:1',
    });
  });

  test.each([
    ['without a key', { PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY'],
    ['without its publishable key', { ...stripe, STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY'],
    ['without its webhook secret', { ...stripe, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
  ])('is refused as Stripe %s, in one line [10.7.9]', (_, environment, name) => {
    expect(() => read(environment)).toThrow(`${name}: is required when Stripe is the payment provider`);
  });

  test('is refused when its secret key would be given to browsers [S-40]', () => {
    for (const name of ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
      expect(() => read({ ...stripe, [name]: 'sk_live_1' })).toThrow(`${name}: must begin`);
    expect(() => read({ ...stripe, STRIPE_SECRET_KEY: 'pk_live_1' })).toThrow(
      'STRIPE_SECRET_KEY: must begin',
    );
    expect(read({ ...stripe, STRIPE_SECRET_KEY: 'rk_live_1' }).stripe?.secretKey).toBe('rk_live_1');
  });

  test('has no other address of Stripe in production [S-40]', () => {
    expect(() => read({ ...production, ...stripe, STRIPE_API_BASE: 'http://127.0.0.1:1' })).toThrow(
      'STRIPE_API_BASE: is refused in production',
    );
  });
});

test('reads every other setting [10.7.6,10]', () => {
  const environment = {
    PORT: '4000',
    HOST: '0.0.0.0',
    DATABASE_URL: 'postgres://app@pooler.example/quarterhour',
    DATABASE_DIRECT_URL: 'postgres://app@db.example/quarterhour',
    PUBLIC_URL: 'https://agency.example',
    SERVER_KEY: 'ab'.repeat(32),
    SERVER_KEY_PREVIOUS: `${'cd'.repeat(32)}, ${'ef'.repeat(32)}`,
    DRAIN_SECONDS: '5',
    TRUST_PROXY: '10.0.0.1, fd00::/8',
    SMTP_URL: 'smtp://mail.example:587',
    MAIL_FROM: 'Agency <office@agency.example>',
    ADMIN_EMAIL: 'ops@agency.example, owner@agency.example',
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  expect(read(environment)).toMatchObject({
    port: 4000,
    host: '0.0.0.0',
    dataDir: directory,
    databaseUrl: environment.DATABASE_URL,
    databaseDirectUrl: environment.DATABASE_DIRECT_URL,
    publicUrl: 'https://agency.example',
    serverKey: Buffer.alloc(32, 0xab),
    previousKeys: [Buffer.alloc(32, 0xcd), Buffer.alloc(32, 0xef)],
    drainSeconds: 5,
    trustedProxies: ['10.0.0.1', 'fd00::/8'],
    smtpUrl: environment.SMTP_URL,
    mailFrom: environment.MAIL_FROM,
    adminEmails: ['ops@agency.example', 'owner@agency.example'],
    bucket: { endpoint: 'https://s3.example', name: 'files', accessKeyId: 'id', secretAccessKey: 'secret' },
    rateLimits: false,
    logLevel: 'warn',
  });
});

test('accepts the former names of settings with a warning', () => {
  const key = 'cd'.repeat(32);
  const settings = read({ AUDIT_ENDS_DIR: '/mnt/audit', SERVER_KEY_EARLIER: key });
  expect(settings.auditCheckpointsDir).toBe('/mnt/audit');
  expect(settings.previousKeys).toEqual([Buffer.from(key, 'hex')]);
  expect(settings.warnings).toEqual([
    'AUDIT_ENDS_DIR: is now called AUDIT_CHECKPOINTS_DIR; the next release ignores the old name',
    'SERVER_KEY_EARLIER: is now called SERVER_KEY_PREVIOUS; the next release ignores the old name',
  ]);
});

test('warns that a replica is no longer used', () => {
  expect(read({ DATABASE_REPLICA_URL: 'postgres://replica/q' }).warnings).toEqual([
    expect.stringContaining('DATABASE_REPLICA_URL: is ignored'),
  ]);
});

test('stores checkpoints in the data directory, in the folder of an older release if it exists', () => {
  expect(read({}).auditCheckpointsDir).toBe(join(directory, 'audit-checkpoints'));
  mkdirSync(join(directory, 'audit-ends'));
  expect(read({}).auditCheckpointsDir).toBe(join(directory, 'audit-ends'));
});
