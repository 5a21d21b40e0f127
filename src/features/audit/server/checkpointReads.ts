/** Guarded: compares the audit chains with their checkpoints. */

import { and, inArray } from 'drizzle-orm';
import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { auditLog } from '#platform/server/audit/tables.ts';
import type { Services } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { findOldestRegistration } from '#features/businesses/server/reads.ts';
import { CHECKPOINT_FILE, isDefaultDirectory, toSignedText, type Checkpoint } from './checkpointActions.ts';

export interface CheckpointReport {
  ends: number;
  /** The first fault as a sentence, or null. */
  fault: string | null;
}

const LINES_AT_ONCE = 1_000;

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().nonnegative();
const checkpointLine = z.strictObject({
  businessId: whole.min(1),
  seq: whole,
  hash: hex,
  at: z.string(),
  code: hex,
});

/** Twice the interval in which the server writes them. */
const EXPECTED_AFTER_MS = 2 * 60 * 60 * 1000;

/**
 * Compares every checkpoint with the chains; changes nothing. A missing row is reported before an invalid line. No
 * checkpoint at all is a fault in a database older than two hours, unless `isRestored`. A configured directory must exist.
 * @param options isRestored: a command has just filled the database, and no server has run on it
 */
export async function verifyCheckpoints(
  services: Services,
  now: Date,
  { isRestored = false } = {},
): Promise<CheckpointReport> {
  let [ends, invalid]: [number, string | null] = [0, null];
  for (const file of await listCheckpointFiles(services)) {
    const report = await readCheckpoints(services, file, now);
    ends += report.ends;
    if (report.lost !== null) return { ends, fault: report.lost };
    invalid ??= report.invalid;
  }
  return { ends, fault: ends === 0 ? await findMissing(services, now, isRestored) : invalid };
}

/** Describes why there should be checkpoints; null when there is no reason yet. */
async function findMissing(services: Services, now: Date, isRestored: boolean): Promise<string | null> {
  const directory = services.settings.auditCheckpointsDir;
  const missing = `There are no audit log checkpoints in ${directory}`;
  if (!isDefaultDirectory(services) && !existsSync(directory)) return missing;
  if (isRestored) return null;
  const oldest = await findOldestRegistration(services);
  if (!oldest || now.getTime() - oldest.getTime() <= EXPECTED_AFTER_MS) return null;
  return `${missing}, although the first business was registered on ${oldest.toISOString()}`;
}

/** Lists the files of checkpoints; none when the directory does not exist. */
async function listCheckpointFiles({ settings }: Services): Promise<string[]> {
  const names = await readdir(settings.auditCheckpointsDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => CHECKPOINT_FILE.test(name))
    .toSorted()
    .map((name) => join(settings.auditCheckpointsDir, name));
}

interface FileReport {
  ends: number;
  /** Describes the first checkpoint that is missing from its chain. */
  lost: string | null;
  /** Describes the first line that the server did not write. */
  invalid: string | null;
}

async function readCheckpoints(services: Services, file: string, now: Date): Promise<FileReport> {
  const report: FileReport = { ends: 0, lost: null, invalid: null };
  let [batch, lineNumber]: [Checkpoint[], number] = [[], 0];
  const handle = await open(file);
  for await (const line of handle.readLines()) {
    lineNumber += 1;
    if (line === '') continue;
    const end = parseCheckpoint(services, line);
    if (end) batch.push(end);
    else report.invalid ??= `Line ${lineNumber} of ${file} was not written with this server's key`;
    report.ends += 1;
    if (batch.length < LINES_AT_ONCE) continue;
    report.lost ??= await findFault(services, batch, now);
    batch = [];
  }
  report.lost ??= await findFault(services, batch, now);
  return report;
}

/** @returns null for a line that the server did not write, or that was changed */
function parseCheckpoint({ secrets }: Services, line: string): Checkpoint | null {
  const { data } = checkpointLine.safeParse(parseJson(line));
  if (!data) return null;
  const { code, ...end } = data;
  return secrets.isFingerprint(Buffer.from(code, 'hex'), toSignedText(end)) ? end : null;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function findFault(services: Services, ends: Checkpoint[], now: Date): Promise<string | null> {
  for (const [businessId, checkpoints] of Map.groupBy(ends, (end) => end.businessId)) {
    const scope = { services, now, ip: '', businessId };
    const seqs = checkpoints.map(({ seq }) => seq);
    const rows = await readInBusiness(scope, (tx) =>
      tx
        .select({ seq: auditLog.seq, hash: auditLog.hash })
        .from(auditLog)
        .where(and(tx.inTenant(auditLog), inArray(auditLog.seq, seqs))),
    );
    const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash.toString('hex')]));
    // An empty chain has no row to compare.
    const lost = checkpoints.find(({ seq, hash }) => seq > 0 && hashes.get(seq) !== hash);
    if (lost) return `Business ${businessId}: ${describeFault(lost, hashes.has(lost.seq))}`;
  }
  return null;
}

const describeFault = ({ seq, at }: Checkpoint, isThere: boolean): string =>
  `row ${seq} of the audit log ${isThere ? 'differs from' : 'is missing since'} the checkpoint of ${at}: the chain was rewritten or shortened`;
