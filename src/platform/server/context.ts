/** The context that a handler receives with its request. */

import type { FastifyBaseLogger } from 'fastify';
import type { Role } from '#platform/contract/role.ts';
import type { ZoneFrom } from '#platform/contract/zoneDays.ts';
import type { AuditEvent } from './audit/events.ts';
import type { BackupStatus } from './backup/schedule.ts';
import type { Database } from './database/database.ts';
import type { Queries } from './database/queries.ts';
import type { Transaction } from './database/transaction.ts';
import type { DiskSpace } from './diskSpace.ts';
import type { EventBus } from './events.ts';
import type { FileStore } from './files/fileStore.ts';
import type { StagedUploads } from './files/stagedUploads.ts';
import type { MailTransport, Outbox } from './mail.ts';
import type { PasswordHasher } from './passwords.ts';
import type { QueueSignal } from './queue/workers.ts';
import type { SecretBox, TokenKey } from './secrets.ts';
import type { Settings } from './settings.ts';
import type { createTurns } from './turns.ts';

/** Created once at start and shared by all requests. */
export interface Services {
  settings: Settings;
  database: Database;
  events: EventBus;
  mail: MailTransport;
  /** Mails of requests are queued (`queueMail`) and sent from here. */
  outbox: Outbox;
  /** Wakes the process's runner of background jobs. */
  jobs: QueueSignal;
  /** Stores the content of files. */
  files: FileStore;
  /** Stores uploads until they are validated. */
  stagedUploads: StagedUploads;
  /** Free disk space of the data directory. */
  diskSpace: DiskSpace;
  /** Work that businesses get done in turn. */
  turns: ReturnType<typeof createTurns>;
  passwords: PasswordHasher;
  secrets: SecretBox;
  /** Reactions of features to events of earlier ones. */
  auditListeners: readonly AuditListener[];
  /** The last checkpoint of each business's audit chain, so that an unchanged one is not written again. */
  auditCheckpoints: Map<number, number>;
  notifications: Notifications;
  /** The size of the job files that count toward the storage of a business, in bytes. */
  sumJobFileBytes(tx: Queries, businessId: number): Promise<number>;
  /** Outcomes of the automatic backups. */
  backupStatus: BackupStatus;
}

/** The authenticated session, as stored; nothing in it is sent by the client. */
export interface Session {
  id: number;
  businessId: number;
  userId: number;
  role: Role;
  /** IANA zone of the business, in force now. */
  timeZone: string;
  /** Each zone with the day from which it holds, by date; empty while it was never changed. */
  timeZones: readonly ZoneFrom[];
  /** The business has no active subscription: reads, exports and payments only. */
  readOnly: boolean;
  /** A deactivated person who may only send the notes kept on their device (docs/decisions/040). */
  isSendingOnly: boolean;
}

export interface CookieOptions {
  /** Seconds. */
  maxAge: number;
  path: string;
}

export interface Context {
  services: Services;
  now: Date;
  requestId: string;
  ip: string;
  userAgent: string | null;
  /** Public address of the product, without trailing slash, for links in mails. */
  publicUrl: string;
  /** Of the session token; null without one. */
  tokenKey: TokenKey | null;
  cookies: Readonly<Record<string, string | undefined>>;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, path: string): void;
  setHeader(name: string, value: string): void;
  /** Sets another success status than that of the contract. */
  setStatus(status: number): void;
  log: FastifyBaseLogger;
}

/** The business, and the user and time, of a transaction. */
export interface BusinessScope {
  services: Services;
  now: Date;
  ip: string;
  businessId: number;
  /** The user of the request; absent in a scheduled job. */
  session?: Pick<Session, 'userId'>;
  /** Set for a POST, PUT or PATCH with an Idempotency-Key; claimed by the first write transaction. */
  idempotency?: IdempotencyKey | undefined;
}

export interface IdempotencyKey {
  key: string;
  userId: number;
  /** Method, address and body that the key was sent with. */
  request: string;
  status: number;
  /** The answer is not stored: it shows a secret once. */
  showsSecret: boolean;
  claimed: boolean;
}

export interface MemberContext extends Context, BusinessScope {
  session: Session;
  tokenKey: TokenKey;
  businessId: number;
}

/** Managers and admins have the same rights, with few exceptions. */
export const isManager = (session: Pick<Session, 'role'>): boolean => session.role !== 'employee';

/** Sends messages to users, for features before the one that stores messages; they are written in `tx`. */
export interface Notifications {
  /** Sends a message to a colleague; `content` receives the name of the sender. @throws 404 */
  notifyUser(
    tx: Queries,
    sender: MemberContext,
    message: { userId: number; subject: string; content: (senderName: string) => string },
  ): Promise<void>;
  /** Sends the same notice to each active manager except the sender. */
  notifyManagers(
    tx: Queries,
    sender: MemberContext,
    message: { subject: string; content: string },
  ): Promise<void>;
}

/** Reacts to what an earlier feature recorded in the audit log. */
export interface AuditListener {
  /** Runs in the transaction of the event, after its other statements; an error rolls it back. */
  onRecorded(tx: Transaction, event: AuditEvent, scope: BusinessScope): Promise<void> | undefined;
}
