/** Guarded: the ends of the audit chains, kept in a second place that whoever owns the database does not own. */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Services } from '../../../platform/server/context.ts';
import { readInBusiness } from '../../../platform/server/tenancy.ts';
import { everyBusiness } from '../../businesses/server/reads.ts';
import { auditHeads } from './tables.ts';

/** One end of a chain, as it was at a moment; a line of the file. */
export interface ChainEnd {
  businessId: number;
  seq: number;
  /** Of the row with that number, hexadecimal. */
  hash: string;
  at: string;
}

/** The file of the ends: lines are added, and never changed. */
export const endsFile = ({ settings }: Services): string => join(settings.auditEndsDir, 'audit-ends.jsonl');

/** The text that a line's code is made of: with the server's key, which is not in the database. */
export const sealedText = ({ businessId, seq, hash, at }: ChainEnd): string =>
  `audit-end:${businessId}:${seq}:${hash}:${at}`;

/** What this process kept last of each business: an end that did not move is not written again. */
const keptBy = new WeakMap<Services, Map<number, number>>();

/** Adds the end of every chain that grew since the last time to the file, each with a code of the server's key. */
export async function keepChainEnds(services: Services, now: Date): Promise<void> {
  const kept = keptBy.get(services) ?? new Map<number, number>();
  keptBy.set(services, kept);
  const ends: ChainEnd[] = [];
  for (const businessId of await everyBusiness(services)) {
    const head = await headOf(services, businessId, now);
    if (!head || kept.get(businessId) === head.seq) continue;
    ends.push({ businessId, seq: head.seq, hash: head.hash.toString('hex'), at: now.toISOString() });
  }
  if (ends.length === 0) return;
  await mkdir(services.settings.auditEndsDir, { recursive: true, mode: 0o700 });
  // One write, so that lines of several nodes do not run into each other.
  await appendFile(endsFile(services), ends.map((end) => lineOf(services, end)).join(''), {
    mode: 0o600,
    flush: true,
  });
  for (const { businessId, seq } of ends) kept.set(businessId, seq);
}

const lineOf = ({ secrets }: Services, end: ChainEnd): string =>
  `${JSON.stringify({ ...end, code: secrets.fingerprint(sealedText(end)).toString('hex') })}\n`;

async function headOf(services: Services, businessId: number, now: Date) {
  const scope = { services, now, ip: '', businessId };
  const [head] = await readInBusiness(scope, (tx) =>
    tx.select().from(auditHeads).where(eq(auditHeads.businessId, businessId)),
  );
  return head;
}
