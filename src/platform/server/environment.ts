/** The environment variables of the server, and what is refused or warned about in them. */

import { z } from 'zod';
import { isNetwork } from './network.ts';

const port = z.coerce.number().pipe(z.int().min(0).max(65_535));
const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .pipe(z.int({ error: 'must be a whole number' }).min(least).max(most));
const flag = (values: [string, ...string[]], fallback: string) => z.enum(values).default(fallback);
const url = (protocol: RegExp, what: string) => z.url({ protocol, error: `must be ${what}` });
/** An address of the web: libraries reject a password in it with a message that names it, and the log has messages. */
const webAddress = () =>
  url(/^https?$/, 'an http:// or https:// address').refine((text) => !/[@?#]/.test(text), {
    error: 'must be an address without a password, a query or a fragment',
  });
const stripeKey = (prefix: RegExp) =>
  z.string().regex(prefix, { error: `must begin as in Stripe's dashboard (${prefix.source.slice(1)})` });

const hexKey = z.string().regex(/^[0-9a-f]{64}$/i, { error: 'must be 64 hexadecimal digits (32 bytes)' });
const list = z.string().transform((text) => text.split(',').map((one) => one.trim()));

export const environmentSchema = z.object({
  NODE_ENV: flag(['production', 'development', 'test'], 'development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'a postgres:// address').optional(),
  DATABASE_DIRECT_URL: url(/^postgres(ql)?$/, 'a postgres:// address').optional(),
  PUBLIC_URL: webAddress().optional(),
  SERVER_KEY: hexKey.optional(),
  SERVER_KEY_PREVIOUS: list.pipe(z.array(hexKey)).default([]),
  DRAIN_SECONDS: wholeNumber(0, 20).default(1),
  TRUST_PROXY: list
    .refine((all) => all.every(isNetwork), {
      error: 'must be addresses or networks of proxies, as in 10.0.0.1, 10.1.0.0/16',
    })
    .default([]),
  SMTP_URL: url(/^smtps?$/, 'an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z.string().min(3).default('Quarterhour <no-reply@localhost>'),
  ADMIN_EMAIL: list
    .pipe(z.array(z.email({ error: 'must be email addresses, separated by commas' })))
    .default([]),
  S3_ENDPOINT: webAddress().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket' })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  PAYMENTS: z.enum(['sandbox', 'stripe', 'none']).optional(),
  STRIPE_SECRET_KEY: stripeKey(/^[sr]k_/).optional(),
  // Given to every browser.
  STRIPE_PUBLISHABLE_KEY: stripeKey(/^pk_/).optional(),
  STRIPE_WEBHOOK_SECRET: stripeKey(/^whsec_/).optional(),
  STRIPE_API_BASE: url(/^https?$/, 'an http:// or https:// address').optional(),
  AUDIT_CHECKPOINTS_DIR: z.string().min(1).optional(),
  BACKUPS: flag(['on', 'off'], 'on'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_HOURS: wholeNumber(1, 168).default(24),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  FREE_SPACE_MB: wholeNumber(0, 2 ** 31).optional(),
  EXPORTS: flag(['on', 'off'], 'on'),
  RATE_LIMITS: flag(['on', 'off'], 'on'),
  PASSWORD_HASHING: z.enum(['full', 'quick']).default('full'),
  LOG_LEVEL: flag(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
});

export type Environment = z.output<typeof environmentSchema>;
type Payments = NonNullable<Environment['PAYMENTS']>;

/** Finds combinations of settings that cannot work, or are not allowed in production. */
export function findMistakes(env: Environment, payments: Payments): string[] {
  const production = env.NODE_ENV === 'production';
  return [
    ...(production && env.RATE_LIMITS === 'off' ? ['RATE_LIMITS: off is refused in production'] : []),
    ...(env.NODE_ENV !== 'test' && env.PASSWORD_HASHING === 'quick'
      ? ['PASSWORD_HASHING: quick is for tests only, with NODE_ENV=test']
      : []),
    ...(production && env.SMTP_URL && !env.PUBLIC_URL
      ? ['PUBLIC_URL: is required in production with SMTP_URL, for links in emails']
      : []),
    ...(production && env.STRIPE_API_BASE ? ['STRIPE_API_BASE: is refused in production'] : []),
    ...(env.DATABASE_DIRECT_URL && !env.DATABASE_URL
      ? ['DATABASE_DIRECT_URL: requires DATABASE_URL, the address of the pooler']
      : []),
    ...findMissingBucketSettings(env),
    ...findMissingStripeSettings(env, payments),
  ];
}

/** Finds what is insecure unless the network is closed or the server is for a test. */
export function findWarnings(env: Environment, payments: Payments): string[] {
  const production = env.NODE_ENV === 'production';
  const isLocal = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);
  const isTestPayment =
    payments === 'sandbox' || (payments === 'stripe' && /_test_/.test(env.STRIPE_SECRET_KEY ?? ''));
  const isPlain = env.PUBLIC_URL?.startsWith('http:') && !isLocal(new URL(env.PUBLIC_URL).hostname);
  return [
    ...(production && isPlain
      ? ['PUBLIC_URL: without https, passwords and notes can be read in transit']
      : []),
    ...(production && isTestPayment
      ? ['PAYMENTS: anyone can subscribe with a test card, without paying']
      : []),
    ...(env.NODE_ENV === 'development' && !env.SMTP_URL && !isLocal(env.HOST)
      ? ['NODE_ENV: without production, and without SMTP_URL, a forgotten password is reset without an email']
      : []),
  ];
}

const BUCKET_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Requires all settings of the bucket, or none. */
function findMissingBucketSettings(env: Environment): string[] {
  const missing = BUCKET_SETTINGS.filter((name) => env[name] === undefined);
  if (missing.length === BUCKET_SETTINGS.length) return [];
  return missing.map((name) => `${name}: is required when files are stored in a bucket`);
}

const STRIPE_SETTINGS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

/** Requires the webhook secret too: without webhooks, payments would have no effect. */
function findMissingStripeSettings(env: Environment, payments: Payments): string[] {
  if (payments !== 'stripe') return [];
  return STRIPE_SETTINGS.filter((name) => env[name] === undefined).map(
    (name) => `${name}: is required when Stripe is the payment provider`,
  );
}
