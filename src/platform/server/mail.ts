/** E-mail: through SMTP when configured, otherwise into a folder and the log, so that nothing is lost. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Transporter } from 'nodemailer';
import { clock } from './clock.ts';
import type { Settings } from './settings.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** A mail on its way; a repeated try has the same id, so that mail programs detect duplicates. */
export interface OutgoingMail extends Mail {
  id: string;
  date: Date;
}

export interface MailTransport {
  /** True when mails really leave the machine. */
  delivers: boolean;
  /** Hands one over. Only the outbox calls it: what happens in a request is queued. */
  send(letter: OutgoingMail): Promise<void>;
  close(): void;
}

/** What became of the mails of this process, and how its delivery is woken. */
export class Outbox {
  readonly outcomes = { sent: 0, failed: 0, given_up: 0 };
  #wake: () => void = () => undefined;

  /** There is something to send now. */
  wake(): void {
    this.#wake();
  }

  onWake(wake: () => void): void {
    this.#wake = wake;
  }
}

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** @param within milliseconds after which handing over a mail fails */
export function mailTransport(
  settings: MailSettings,
  log: FastifyBaseLogger,
  within = HAND_OVER_MS,
): MailTransport {
  return settings.smtpUrl ? smtp(settings.smtpUrl, settings.mailFrom, within) : folder(settings, log);
}

/** Short timeouts: delivery is retried later. */
const PATIENCE = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};
const CONNECTIONS = 3;

/**
 * Deadline for one mail, including its wait for a connection: the other timeouts apply to each response of the mail
 * server, and one that responds slowly would never reach them.
 */
export const HAND_OVER_MS = 3 * 60_000;

function smtp(url: string, from: string, within: number): MailTransport {
  let transport: Promise<Transporter> | undefined;
  const open = async () => {
    // Loaded with the first mail: it costs 160 ms and most starts send none.
    const { createTransport } = await import('nodemailer');
    const files = { disableFileAccess: true, disableUrlAccess: true };
    return createTransport({ url, pool: true, maxConnections: CONNECTIONS, ...PATIENCE, ...files }, { from });
  };
  return {
    delivers: true,
    send: async ({ id, to, subject, text, date }) => {
      const opened = await (transport ??= open());
      await opened.sendMail({
        // An object, because a text would be read as a list of addresses.
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        date,
        messageId: `<${id}@${domainOf(from)}>`,
        // No holiday notice answers a machine (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(within),
      });
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** A line break in a name must not begin another header. */
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
      // Readable by the owner only: they contain links that open accounts.
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const header = { From: settings.mailFrom, To: to, Subject: subject };
      const lines = Object.entries(header).map(([field, value]) => `${field}: ${oneLine(value)}`);
      await writeFile(join(directory, name), [...lines, '', text, ''].join('\n'), { mode: 0o600 });
      log.info({ file: join('mail', name) }, 'mail kept in the data directory');
    },
    close: () => undefined,
  };
}
