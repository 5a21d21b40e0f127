/** The settings of the server: environment variables, all optional, validated once at start. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { environmentSchema, findMistakes, findWarnings, type Environment } from './environment.ts';
import { isGuessable, readServerKey } from './serverKey.ts';

export interface Settings {
  production: boolean;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  /** The same database past the pooler of `databaseUrl`; null without a pooler. */
  databaseDirectUrl: string | null;
  /** Public address without trailing slash; null: the address it listens on. */
  publicUrl: string | null;
  serverKey: Buffer;
  /** Previous server keys, which decrypt what they encrypted. */
  previousKeys: Buffer[];
  /** How long a stopping server keeps serving, until clients and proxies have noticed. */
  drainSeconds: number;
  trustedProxies: string[];
  smtpUrl: string | null;
  mailFrom: string;
  /** Who gets alerts about the installation; empty: the admins of its first business. */
  adminEmails: string[];
  /** The bucket for files in an S3-compatible service; null: a folder of the data directory. */
  bucket: Bucket | null;
  /** The payment provider; the sandbox accepts test cards and moves no money. */
  payments: 'sandbox' | 'stripe' | 'none';
  /** Null unless Stripe is the payment provider. */
  stripe: StripeSettings | null;
  backups: BackupSettings;
  /** Where the checkpoints of the audit logs are stored. */
  auditCheckpointsDir: string;
  /** Disk space to keep free, in bytes; null: 256 MB, or a twentieth of a disk under 5 GB. */
  freeSpace: number | null;
  makesExports: boolean;
  rateLimits: boolean;
  /** `quick` is insecure and for tests only. */
  passwordHashing: 'full' | 'quick';
  logLevel: string;
  /** Warnings to log, about settings that will change or that only a closed network may have. */
  warnings: string[];
}

export interface BackupSettings {
  /** Lets the server back up the embedded database. */
  automatic: boolean;
  /** The default folder for backups. */
  directory: string;
  everyHours: number;
  /** How many automatic backups are kept. */
  keep: number;
}

export interface StripeSettings {
  secretKey: string;
  /** The key for browsers. */
  publishableKey: string;
  webhookSecret: string;
  /** Address of its API; null: Stripe's own. */
  apiBase: string | null;
}

interface Bucket {
  /** Address of the service, without the bucket and a trailing slash. */
  endpoint: string;
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Names of settings before they were renamed; accepted for one release. */
const FORMER_NAMES: Record<string, string> = {
  AUDIT_ENDS_DIR: 'AUDIT_CHECKPOINTS_DIR',
  SERVER_KEY_EARLIER: 'SERVER_KEY_PREVIOUS',
};

/** Returns the variables that are not empty, under their current names. */
function readVariables(environment: NodeJS.ProcessEnv) {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const warnings: string[] = [];
  for (const [former, current] of Object.entries(FORMER_NAMES)) {
    if (variables[former] === undefined) continue;
    variables[current] ??= variables[former];
    warnings.push(`${former}: is now called ${current}; the next release ignores the old name`);
  }
  if (variables['DATABASE_REPLICA_URL'] !== undefined)
    warnings.push('DATABASE_REPLICA_URL: is ignored, because all reads use DATABASE_URL now');
  return { variables, warnings };
}

/** Invalid settings; each line names one and the reason. */
export class SettingsError extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'SettingsError';
  }
}

/**
 * Reads and validates the settings. Creates the server key on the first start, unless `makeKey` is false.
 * @throws SettingsError with one line per mistake
 */
export function readSettings(
  environment: NodeJS.ProcessEnv = process.env,
  { makeKey }: { makeKey: boolean } = { makeKey: true },
): Settings {
  const { variables, warnings } = readVariables(environment);
  const { data: env, error } = environmentSchema.safeParse(variables);
  if (error)
    throw new SettingsError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  const payments = paymentsOf(env);
  const mistakes = findMistakes(env, payments);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  const dataDir = resolve(env.DATA_DIR);
  const serverKey = env.SERVER_KEY ? Buffer.from(env.SERVER_KEY, 'hex') : readServerKey(dataDir, makeKey);
  if (typeof serverKey === 'string') throw new SettingsError([serverKey]);
  if (env.NODE_ENV === 'production' && isGuessable(serverKey))
    throw new SettingsError([
      `${env.SERVER_KEY ? 'SERVER_KEY:' : 'DATA_DIR: server.key'} is not a random key`,
    ]);
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    serverKey,
    previousKeys: env.SERVER_KEY_PREVIOUS.map((one) => Buffer.from(one, 'hex')),
    drainSeconds: env.DRAIN_SECONDS,
    trustedProxies: env.TRUST_PROXY,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    adminEmails: env.ADMIN_EMAIL,
    bucket: bucketOf(env),
    payments,
    stripe: payments === 'stripe' ? stripeOf(env) : null,
    backups: {
      automatic: env.BACKUPS === 'on' && !env.DATABASE_URL,
      directory: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : resolve(dataDir, 'backups'),
      everyHours: env.BACKUP_HOURS,
      keep: env.BACKUP_KEEP,
    },
    auditCheckpointsDir: env.AUDIT_CHECKPOINTS_DIR
      ? resolve(env.AUDIT_CHECKPOINTS_DIR)
      : findCheckpointsDir(dataDir),
    freeSpace: env.FREE_SPACE_MB === undefined ? null : env.FREE_SPACE_MB * 2 ** 20,
    makesExports: env.EXPORTS === 'on',
    rateLimits: env.RATE_LIMITS === 'on',
    passwordHashing: env.PASSWORD_HASHING,
    logLevel: env.LOG_LEVEL,
    warnings: [...warnings, ...findWarnings(env, payments)],
  };
}

/** `audit-ends`, the former name, if the data directory has it. */
function findCheckpointsDir(dataDir: string): string {
  const former = resolve(dataDir, 'audit-ends');
  return existsSync(former) ? former : resolve(dataDir, 'audit-checkpoints');
}

function bucketOf(env: Environment): Bucket | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
  return { endpoint: S3_ENDPOINT.replace(/\/$/, ''), name: S3_BUCKET, ...keys };
}

/** Returns the setting; by default Stripe if it has a key, otherwise the sandbox outside production. */
function paymentsOf(env: Environment): Settings['payments'] {
  if (env.PAYMENTS) return env.PAYMENTS;
  if (env.STRIPE_SECRET_KEY) return 'stripe';
  return env.NODE_ENV === 'production' ? 'none' : 'sandbox';
}

function stripeOf(env: Environment): StripeSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = env;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null;
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiBase: STRIPE_API_BASE ?? null,
  };
}
