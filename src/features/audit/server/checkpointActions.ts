/** Guarded: checkpoints of the audit chains, in a directory that the owner of the database does not control. */
import { appendFile, mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Services } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { listBusinessIds } from '#features/businesses/server/reads.ts';
import { auditHeads } from '#platform/server/audit/tables.ts';

/** One end of a chain, as it was at a moment; a line of the file. */
export interface Checkpoint {
  businessId: number;
  seq: number;
  /** Of the row with that number, hexadecimal. */
  hash: string;
  at: string;
}

/** Files of ends, one for each machine: on a share, what two of them add at once would run into each other. */
export const CHECKPOINT_FILE = /^audit-(checkpoints|ends)-.+\.jsonl$/;

/** The file of this machine's ends: lines are added, and never changed. */
const checkpointFile = ({ settings }: Services): string =>
  join(settings.auditCheckpointsDir, `audit-checkpoints-${hostname().replaceAll(/[^\w.-]/g, '_')}.jsonl`);

/** Whether it is in the data directory, where the server creates it. Another directory has to exist. */
export const isDefaultDirectory = ({ settings }: Services): boolean =>
  dirname(settings.auditCheckpointsDir) === settings.dataDir;

/** So many go into one write, which the system adds whole. */
const LINES_AT_ONCE = 1_000;

/** The text that a line's code is made of: with the server's key, which is not in the database. */
export const toSignedText = ({ businessId, seq, hash, at }: Checkpoint): string =>
  `audit-end:${businessId}:${seq}:${hash}:${at}`;

/** What this process kept last of each business: an end that did not move is not written again. */
const lastWritten = new WeakMap<Services, Map<number, number>>();

/** Adds the end of every chain that grew since the last time to the file, each with a code of the server's key. */
export async function writeCheckpoints(services: Services, now: Date): Promise<void> {
  const kept = lastWritten.get(services) ?? new Map<number, number>();
  lastWritten.set(services, kept);
  const ends: Checkpoint[] = [];
  for (const businessId of await listBusinessIds(services)) {
    const head = await findHead(services, businessId, now);
    if (!head || kept.get(businessId) === head.seq) continue;
    ends.push({ businessId, seq: head.seq, hash: head.hash.toString('hex'), at: now.toISOString() });
  }
  if (ends.length === 0) return;
  // Another directory is not created: that would hide that its disk is not mounted.
  if (isDefaultDirectory(services))
    await mkdir(services.settings.auditCheckpointsDir, { recursive: true, mode: 0o700 });
  for (let from = 0; from < ends.length; from += LINES_AT_ONCE) {
    const lines = ends.slice(from, from + LINES_AT_ONCE).map((end) => toLine(services, end));
    // A line of its own also behind one that a full disk cut off.
    await appendFile(checkpointFile(services), `\n${lines.join('')}`, { mode: 0o600, flush: true });
  }
  for (const { businessId, seq } of ends) kept.set(businessId, seq);
}

const toLine = ({ secrets }: Services, end: Checkpoint): string =>
  `${JSON.stringify({ ...end, code: secrets.fingerprint(toSignedText(end)).toString('hex') })}\n`;

async function findHead(services: Services, businessId: number, now: Date) {
  const scope = { services, now, ip: '', businessId };
  const [head] = await readInBusiness(scope, (tx) =>
    tx.select().from(auditHeads).where(eq(auditHeads.businessId, businessId)),
  );
  return head;
}
