/** What a handler works with: one object instead of loose arguments. */
import type { FastifyBaseLogger } from 'fastify';
import type { Role } from '#platform/contract/role.ts';
import type { BackupStatus } from './backup/schedule.ts';
import type { Database } from './database/database.ts';
import type { Queries } from './database/queries.ts';
import type { EventBus } from './events.ts';
import type { StagedUploads } from './files/stagedUploads.ts';
import type { FileStore } from './files/fileStore.ts';
import type { MailTransport, Outbox } from './mail.ts';
import type { PasswordHasher } from './passwords.ts';
import type { DiskSpace } from './diskSpace.ts';
import type { SecretBox } from './secrets.ts';
import type { Settings } from './settings.ts';

/** Made once at start, shared by all requests. */
export interface Services {
  settings: Settings;
  database: Database;
  events: EventBus;
  mail: MailTransport;
  /** Mails are not sent but queued: `queueMail`. */
  outbox: Outbox;
  /** Where the bytes of files lie. */
  files: FileStore;
  /** Where files wait until they are checked. */
  stagedUploads: StagedUploads;
  /** Whether there is room for more. */
  diskSpace: DiskSpace;
  passwords: PasswordHasher;
  secrets: SecretBox;
  /** The last checkpoint of each business's audit chain, so that an unchanged one is not written again. */
  auditCheckpoints: Map<number, number>;
  notifications: Notifications;
  /** How the automatic backups fare. */
  backupStatus: BackupStatus;
}

/** Who is asking, as the gate found out; nothing of it comes from the client. */
export interface Session {
  id: number;
  businessId: number;
  userId: number;
  role: Role;
  /** IANA zone of the business. */
  timeZone: string;
  /** The business has no running subscription: reading, exporting and paying only. */
  readOnly: boolean;
}

export interface CookieOptions {
  /** Seconds; the browser forgets it earlier only when it is closed for good. */
  maxAge: number;
  path: string;
}

export interface Context {
  services: Services;
  now: Date;
  requestId: string;
  ip: string;
  userAgent: string | null;
  /** Where people reach the product, for links in mails; no slash at the end. */
  publicUrl: string;
  /** The bearer token as sent, for logout; null when there is none. */
  token: string | null;
  cookies: Readonly<Record<string, string | undefined>>;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, path: string): void;
  setHeader(name: string, value: string): void;
  log: FastifyBaseLogger;
}

/** What a transaction of one business needs to know. */
export interface BusinessScope {
  services: Services;
  now: Date;
  ip: string;
  businessId: number;
  /** The user of the request; none for a scheduled job. */
  session?: Pick<Session, 'userId'>;
  /** Set for a POST, PUT or PATCH with an Idempotency-Key; taken by the first writing transaction. */
  idempotency?: IdempotencyKey | undefined;
}

export interface IdempotencyKey {
  key: string;
  userId: number;
  /** What the key was sent with: method, address and body. */
  request: string;
  status: number;
  /** The answer is not stored: it shows a secret once. */
  showsSecret: boolean;
  claimed: boolean;
}

export interface MemberContext extends Context, BusinessScope {
  session: Session;
  businessId: number;
}

/** Managers and admins are treated alike nearly everywhere. */
export const isManager = (session: Pick<Session, 'role'>): boolean => session.role !== 'employee';

/**
 * Messages to users, for the features that come before the one that stores messages. They are written in `tx`, the
 * transaction of the business, together with what they are about.
 */
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
  /** Deletes the e-mails that are still queued for a user who was deactivated. */
  withdrawEmails(tx: Queries, user: { businessId: number; userId: number; now: Date }): Promise<void>;
}
