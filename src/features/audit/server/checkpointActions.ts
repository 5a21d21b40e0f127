/** Guarded: writes checkpoints of the audit chains to a directory that the owner of the database does not control. */

import { appendFile, mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { auditHeads } from '#platform/server/audit/tables.ts';
import type { Services } from '#platform/server/context.ts';
import { runForEach } from '#platform/server/runForEach.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';

/** The head of a chain at an instant; a line of the file. */
export interface Checkpoint {
  businessId: number;
  seq: number;
  /** The hash of the row with that number, hexadecimal. */
  hash: string;
  at: string;
}

/** The files of checkpoints, one per machine, so that appends on a network share do not interleave. */
export const CHECKPOINT_FILE = /^audit-(checkpoints|ends)-.+\.jsonl$/;

/** The append-only file of this machine. */
const checkpointFile = ({ settings }: Services): string =>
  join(settings.auditCheckpointsDir, `audit-checkpoints-${hostname().replaceAll(/[^\w.-]/g, '_')}.jsonl`);

/** Recognizes a folder in the data directory, where the server creates it. Any other directory must exist. */
export const isDefaultDirectory = ({ settings }: Services): boolean =>
  dirname(settings.auditCheckpointsDir) === settings.dataDir;

const LINES_AT_ONCE = 1_000;

/** The text that a line's code authenticates with the server's key, which is not in the database. */
export const toSignedText = ({ businessId, seq, hash, at }: Checkpoint): string =>
  `audit-end:${businessId}:${seq}:${hash}:${at}`;

/**
 * Appends the head of every chain that grew since the last checkpoint, authenticated with the server's key.
 * @throws after the others are appended, when a head could not be read
 */
export async function writeCheckpoints(services: Services, now: Date): Promise<void> {
  const checkpoints: Checkpoint[] = [];
  const addCheckpoint = async (businessId: number) => {
    const head = await findHead(services, businessId, now);
    if (!head || services.auditCheckpoints.get(businessId) === head.seq) return;
    checkpoints.push({
      businessId,
      seq: head.seq,
      hash: head.hash.toString('hex'),
      at: now.toISOString(),
    });
  };
  try {
    await runForEach(await listBusinessIds(services), addCheckpoint);
  } finally {
    await appendCheckpoints(services, checkpoints);
  }
}

async function appendCheckpoints(services: Services, checkpoints: readonly Checkpoint[]): Promise<void> {
  if (checkpoints.length === 0) return;
  // Creating a configured directory would hide that its disk is not mounted.
  if (isDefaultDirectory(services))
    await mkdir(services.settings.auditCheckpointsDir, { recursive: true, mode: 0o700 });
  for (let from = 0; from < checkpoints.length; from += LINES_AT_ONCE) {
    const lines = checkpoints
      .slice(from, from + LINES_AT_ONCE)
      .map((checkpoint) => toLine(services, checkpoint));
    // The leading newline ends a line that a full disk cut off.
    await appendFile(checkpointFile(services), `\n${lines.join('')}`, { mode: 0o600, flush: true });
  }
  for (const { businessId, seq } of checkpoints) services.auditCheckpoints.set(businessId, seq);
}

const toLine = ({ secrets }: Services, checkpoint: Checkpoint): string =>
  `${JSON.stringify({ ...checkpoint, code: secrets.fingerprint(toSignedText(checkpoint)).toString('hex') })}\n`;

async function findHead(services: Services, businessId: number, now: Date) {
  const scope = { services, now, ip: '', businessId };
  const [head] = await readInBusiness(scope, (tx) =>
    tx.select().from(auditHeads).where(tx.inTenant(auditHeads)),
  );
  return head;
}
