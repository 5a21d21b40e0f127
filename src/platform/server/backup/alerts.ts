/**
 * Emails the administrator of the installation that backups fail, once until one succeeds, and then that they work again.
 * Past the outbox, because the database may be on the disk that is full.
 */

import type { FastifyBaseLogger } from 'fastify';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PRODUCT_NAME } from '#platform/contract/product.ts';
import { clock } from '#platform/server/clock.ts';
import type { Mail, MailTransport } from '#platform/server/mail.ts';
import { runForEach } from '#platform/server/runForEach.ts';
import { newToken } from '#platform/server/secrets.ts';

/** In the data directory while the administrator knows of a failure, so that a restart does not repeat the email. */
const STATE_FILE = 'backup-alert.json';

const storedAlert = z.object({ since: z.iso.datetime() });

interface AlertOptions {
  dataDir: string;
  /** Names the installation. */
  publicUrl: string;
  mail: MailTransport;
  listRecipients(): Promise<string[]>;
  log: FastifyBaseLogger;
}

export class BackupAlerts {
  readonly #options: AlertOptions;
  /** When the failure began that the administrator knows of, if the state could not be stored. */
  #since: string | null = null;

  constructor(options: AlertOptions) {
    this.#options = options;
  }

  /** Reports a failed backup. Never rejects: an email that was not sent is tried again with the next failure. */
  async reportFailure(error: Error): Promise<void> {
    if ((await this.#readSince()) !== null) return;
    const since = clock.now().toISOString();
    const { publicUrl } = this.#options;
    const isSent = await this.#send({
      subject: `${PRODUCT_NAME}: backups are failing`,
      text: `The backup of ${publicUrl} failed on ${since}.\n\nReason: ${error.message}\n\nThe server tries again every hour. You will get another email when a backup succeeds, and none until then. Free up disk space, or fix the folder that BACKUP_DIR names; the server log has the details.`,
    });
    if (!isSent) return;
    this.#since = since;
    await writeFile(this.#path, JSON.stringify({ since }), { mode: 0o600 }).catch((failure: Error) =>
      this.#options.log.warn({ err: failure }, 'the backup alert will be repeated after a restart'),
    );
  }

  /** Reports a backup that was made. Never rejects. */
  async reportSuccess(): Promise<void> {
    const since = await this.#readSince();
    if (since === null) return;
    const { publicUrl, log } = this.#options;
    const isSent = await this.#send({
      subject: `${PRODUCT_NAME}: backups work again`,
      text: `A backup of ${publicUrl} was made on ${clock.now().toISOString()}. Backups had been failing since ${since}.`,
    });
    if (!isSent) return;
    this.#since = null;
    await rm(this.#path, { force: true }).catch((error: Error) =>
      log.warn({ err: error }, 'the backup alert could not be removed'),
    );
  }

  get #path(): string {
    return join(this.#options.dataDir, STATE_FILE);
  }

  async #readSince(): Promise<string | null> {
    if (this.#since !== null) return this.#since;
    const text = await readFile(this.#path, 'utf8').catch(() => null);
    return text === null ? null : storedAlert.parse(JSON.parse(text)).since;
  }

  /** @returns whether the email was sent to at least one recipient */
  async #send(content: Omit<Mail, 'to'>): Promise<boolean> {
    const { mail, log, listRecipients } = this.#options;
    let sent = 0;
    try {
      const recipients = await listRecipients();
      if (recipients.length === 0)
        log.error('the backup alert has no recipient: set ADMIN_EMAIL, or register the first business');
      await runForEach(recipients, async (to) => {
        await mail.send({ ...content, to, id: `backup-${newToken()}`, date: clock.now() });
        sent += 1;
      });
    } catch (error) {
      log.error({ err: error }, 'the backup alert could not be sent');
    }
    return sent > 0;
  }
}
