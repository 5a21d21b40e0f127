/** Sends emails through SMTP, or writes them to a folder when no mail server is configured. */

import type { FastifyBaseLogger } from 'fastify';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { clock } from './clock.ts';
import { QueueSignal } from './queue/workers.ts';
import type { Settings } from './settings.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** A mail to send; retries have the same id, so that mail programs detect duplicates. */
export interface OutgoingMail extends Mail {
  id: string;
  date: Date;
}

export interface MailTransport {
  /** False without a mail server: then mails are not sent. */
  delivers: boolean;
  /** Sends a mail. Only the outbox calls it; requests queue mails. */
  send(letter: OutgoingMail): Promise<void>;
  close(): void;
}

/** Wakes the delivery of this process, and counts its mails by outcome. */
export class Outbox extends QueueSignal {
  readonly outcomes = { sent: 0, failed: 0, given_up: 0 };
}

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** @param within milliseconds after which sending a mail fails */
export function mailTransport(
  settings: MailSettings,
  log: FastifyBaseLogger,
  within = HAND_OVER_MS,
): MailTransport {
  return settings.smtpUrl ? smtp(settings.smtpUrl, settings.mailFrom, within) : folder(settings, log);
}

/** Short timeouts: delivery is retried later. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};
const CONNECTIONS = 3;

/** Deadline for a mail, including the wait for a connection: a slow mail server may never reach the other timeouts. */
export const HAND_OVER_MS = 3 * 60_000;

function smtp(url: string, from: string, within: number): MailTransport {
  let transport: Promise<Transporter> | undefined;
  const open = async () => {
    // Loaded on first use, because it is slow and many processes send no mail.
    const { createTransport } = await import('nodemailer');
    const files = { disableFileAccess: true, disableUrlAccess: true };
    return createTransport({ url, pool: true, maxConnections: CONNECTIONS, ...TIMEOUTS, ...files }, { from });
  };
  return {
    delivers: true,
    send: async ({ id, to, subject, text, date }) => {
      const opened = await (transport ??= open());
      await opened.sendMail({
        // As an object, because a string is parsed as a list of addresses.
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        date,
        messageId: `<${id}@${domainOf(from)}>`,
        // Prevents automatic replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(within),
      });
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** Removes line breaks, which would begin another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';

function folder(settings: MailSettings, log: FastifyBaseLogger): MailTransport {
  const directory = join(settings.dataDir, 'mail');
  let count = 0;
  return {
    delivers: false,
    send: async ({ to, subject, text }) => {
      count += 1;
      const name = `${clock.now().toISOString().replaceAll(':', '-')}-${count}.txt`;
      // For the owner only: mails contain links that open accounts.
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const header = { From: settings.mailFrom, To: to, Subject: subject };
      const lines = Object.entries(header).map(([field, value]) => `${field}: ${oneLine(value)}`);
      await writeFile(join(directory, name), [...lines, '', text, ''].join('\n'), { mode: 0o600 });
      log.info({ file: join('mail', name) }, 'mail written to the data directory');
    },
    close: () => undefined,
  };
}
