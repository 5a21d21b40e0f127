/** The running server backs up the embedded database by itself. What goes wrong is logged and counted; the product goes on. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { clock } from '#platform/server/clock.ts';
import type { BackupSettings } from '#platform/server/settings.ts';
import { unfinishedName } from './archive.ts';
import type { BackupReport } from './backup.ts';

/** For `/metrics`. */
export interface BackupStatus {
  /** `incomplete`: the backup was made, but files that rows refer to were missing or changed. */
  outcomes: { made: number; incomplete: number; failed: number };
  newest: Date | null;
}

interface Schedule {
  settings: BackupSettings;
  record: BackupStatus;
  /** Makes one backup under this path. */
  make(path: string, now: Date): Promise<BackupReport>;
  log: FastifyBaseLogger;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How often to look whether one is due; the first time so long after the start. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** After a failure the disk, the memory or the file service gets some time. */
const TRY_AGAIN_MS = HOUR_MS;

/** A stop does not wait longer; the next process removes what is half made. */
const STOP_WITHIN_MS = 5_000;

const automatic = /^quarterhour-auto-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/;

/** What a backup is called that was made then; names are in the order of time. */
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

  /** Checks at regular intervals; the returned function stops that and waits a little for a backup in progress. */
  start(): () => Promise<void> {
    const timer = setInterval(() => void this.runDue(clock.now()), LOOK_EVERY_MS);
    timer.unref();
    this.#kept(clock.now()).catch((error: Error) =>
      this.#schedule.log.error({ err: error }, 'BACKUP_DIR cannot be read'),
    );
    return async () => {
      clearInterval(timer);
      const patience = Promise.withResolvers<void>();
      const late = setTimeout(patience.resolve, STOP_WITHIN_MS);
      await Promise.race([this.#running, patience.promise]);
      clearTimeout(late);
    };
  }

  /** Makes a backup if one is due, and removes those that are too many. Never fails. */
  runDue(now: Date): Promise<void> {
    this.#running ??= this.#lookOnce(now).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #lookOnce(now: Date): Promise<void> {
    const { settings, record, log } = this.#schedule;
    // A clock that was ahead when something failed must not put the next try off for longer.
    const waitMs = this.#notBefore - now.getTime();
    if (waitMs > 0 && waitMs <= TRY_AGAIN_MS) return;
    try {
      await this.#kept(now);
      if (record.newest && now.getTime() - record.newest.getTime() < settings.everyHours * HOUR_MS) return;
      await this.#make(now);
    } catch (error) {
      record.outcomes.failed += 1;
      this.#notBefore = now.getTime() + TRY_AGAIN_MS;
      log.error({ err: error }, 'the automatic backup failed; it is tried again in an hour');
    }
  }

  async #make(now: Date): Promise<void> {
    const { settings, record, make, log } = this.#schedule;
    const started = performance.now();
    const report = await make(join(settings.directory, backupName('auto', now)), now);
    const isWhole = report.faultyFiles.length === 0;
    record.outcomes[isWhole ? 'made' : 'incomplete'] += 1;
    const tookMs = Math.round(performance.now() - started);
    log.info({ ...report, faultyFiles: report.faultyFiles.length, tookMs }, 'backup made');
    const kept = await this.#kept(now);
    if (isWhole) {
      for (const name of kept.slice(0, -settings.keep))
        await rm(join(settings.directory, name), { force: true });
    } else {
      const files = report.faultyFiles.slice(0, 20);
      log.warn({ files }, 'files are missing or changed in the store; no older backup is removed');
    }
  }

  /**
   * Names of the automatic backups, oldest first. What a process left half written is removed, the newest noted.
   * Those of a clock that was ahead do not count until their time has come.
   */
  async #kept(now: Date): Promise<string[]> {
    const { settings, record } = this.#schedule;
    const { directory } = settings;
    if (!existsSync(directory)) return [];
    const names = await readdir(directory);
    for (const name of names) {
      if (automatic.test(unfinishedName(name) ?? '')) await rm(join(directory, name), { force: true });
    }
    const kept = names.filter((name) => automatic.test(name) && madeAt(name) <= now).toSorted();
    const newest = kept.at(-1);
    record.newest = newest ? madeAt(newest) : null;
    return kept;
  }
}

function madeAt(name: string): Date {
  const [, day = '', hour = '', minute = '', second = ''] = automatic.exec(name) ?? [];
  return new Date(`${day}T${hour}:${minute}:${second}Z`);
}
