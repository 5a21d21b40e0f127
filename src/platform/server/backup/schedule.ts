/** Automatic backups of the embedded database by the running server. Failures are logged and counted. */

import type { FastifyBaseLogger } from 'fastify';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '#platform/server/clock.ts';
import type { BackupSettings } from '#platform/server/settings.ts';
import type { BackupAlerts } from './alerts.ts';
import { finalNameOf } from './archive.ts';
import type { BackupReport } from './backup.ts';

/** For `/metrics`. */
export interface BackupStatus {
  /** `incomplete`: files that rows refer to were missing or changed. */
  outcomes: { made: number; incomplete: number; failed: number };
  newest: Date | null;
  /** The last backup that was due was not made. */
  isFailing: boolean;
}

interface Schedule {
  settings: BackupSettings;
  record: BackupStatus;
  /** Makes a backup at this path. */
  make(path: string, now: Date): Promise<BackupReport>;
  /** Notified of each failure and each backup. */
  alerts: Pick<BackupAlerts, 'reportFailure' | 'reportSuccess'>;
  log: FastifyBaseLogger;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Interval of the checks whether a backup is due. */
const CHECK_EVERY_MS = 10 * MINUTE_MS;
/** Pause after a failure. */
const RETRY_AFTER_MS = HOUR_MS;

/** Longest wait of a shutdown; the next process removes the unfinished backup. */
const STOP_WITHIN_MS = 5_000;

const automatic = /^quarterhour-auto-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;

/** The file name of a backup; names sort by time. */
export const backupName = (kind: 'auto' | 'manual', now: Date): string =>
  `quarterhour-${kind}-${now
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z')
    .replaceAll(':', '-')}.tar`;

/** Makes the backups that are due, one at a time. */
export class AutomaticBackups {
  readonly #schedule: Schedule;
  #running: Promise<void> | undefined;
  #notBefore = 0;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** Starts regular checks. @returns stops them, and waits a little for a backup in progress */
  start(): () => Promise<void> {
    const timer = setInterval(() => void this.runDue(clock.now()), CHECK_EVERY_MS);
    timer.unref();
    this.#listBackups(clock.now()).catch((error: Error) =>
      this.#schedule.log.error({ err: error }, 'BACKUP_DIR cannot be read'),
    );
    return async () => {
      clearInterval(timer);
      await Promise.race([this.#running, pause(STOP_WITHIN_MS, undefined, { ref: false })]);
    };
  }

  /** Makes a backup if one is due, and removes surplus ones. Never rejects. */
  runDue(now: Date): Promise<void> {
    this.#running ??= this.#runOnce(now).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #runOnce(now: Date): Promise<void> {
    const { settings, record, alerts, log } = this.#schedule;
    // A retry time further ahead comes from a clock that was set back since.
    const waitMs = this.#notBefore - now.getTime();
    if (waitMs > 0 && waitMs <= RETRY_AFTER_MS) return;
    try {
      await this.#listBackups(now);
      if (record.newest && now.getTime() - record.newest.getTime() < settings.everyHours * HOUR_MS) return;
      await this.#make(now);
      record.isFailing = false;
      await alerts.reportSuccess();
    } catch (error) {
      record.outcomes.failed += 1;
      record.isFailing = true;
      this.#notBefore = now.getTime() + RETRY_AFTER_MS;
      log.error({ err: error }, 'the automatic backup failed and is retried in an hour');
      await alerts.reportFailure(error as Error);
    }
  }

  async #make(now: Date): Promise<void> {
    const { settings, record, make, log } = this.#schedule;
    const started = performance.now();
    const report = await make(join(settings.directory, backupName('auto', now)), now);
    const isComplete = report.faultyFiles.length === 0;
    record.outcomes[isComplete ? 'made' : 'incomplete'] += 1;
    const tookMs = Math.round(performance.now() - started);
    log.info({ ...report, faultyFiles: report.faultyFiles.length, tookMs }, 'backup made');
    const names = await this.#listBackups(now);
    if (isComplete) {
      for (const name of names.slice(0, -settings.keep))
        await rm(join(settings.directory, name), { force: true });
    } else {
      const files = report.faultyFiles.slice(0, 20);
      log.warn({ files }, 'files are missing or changed in the store; no older backup is removed');
    }
  }

  /**
   * Lists the automatic backups, oldest first, without those of a clock that was ahead. Removes unfinished ones and
   * records the newest.
   */
  async #listBackups(now: Date): Promise<string[]> {
    const { settings, record } = this.#schedule;
    const { directory } = settings;
    if (!existsSync(directory)) return [];
    const names = await readdir(directory);
    for (const name of names) {
      if (automatic.test(finalNameOf(name) ?? '')) await rm(join(directory, name), { force: true });
    }
    const backups = names.filter((name) => automatic.test(name) && madeAt(name) <= now).toSorted();
    const newest = backups.at(-1);
    record.newest = newest ? madeAt(newest) : null;
    return backups;
  }
}

function madeAt(name: string): Date {
  const [, day = '', hour = '', minute = '', second = ''] = automatic.exec(name) ?? [];
  return new Date(`${day}T${hour}:${minute}:${second}Z`);
}
