/** Guarded: compares the audit chains with the ends that were kept of them elsewhere. */
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Services } from '../../../platform/server/context.ts';
import { readInBusiness } from '../../../platform/server/tenancy.ts';
import { endsFile, sealedText } from './endService.ts';
import type { ChainEnd } from './endService.ts';
import { auditLog } from './tables.ts';

export interface EndsReport {
  ends: number;
  /** The first end that the chains no longer hold, in words; null when they hold all. */
  fault: string | null;
}

const LINES_AT_ONCE = 1_000;

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().nonnegative();
const keptLine = z.strictObject({
  businessId: whole.min(1),
  seq: whole,
  hash: hex,
  at: z.string(),
  code: hex,
});

/** Checks every end that was kept, up to the first that is wrong. Changes nothing. */
export async function verifyEnds(services: Services, now: Date): Promise<EndsReport> {
  const report: EndsReport = { ends: 0, fault: null };
  const file = endsFile(services);
  if (!existsSync(file)) return report;
  let batch: ChainEnd[] = [];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    report.ends += 1;
    const end = endIn(services, line);
    if (!end)
      return { ...report, fault: `Line ${report.ends} of ${file} was not written with this server's key` };
    batch.push(end);
    if (batch.length < LINES_AT_ONCE) continue;
    report.fault = await faultIn(services, batch, now);
    if (report.fault !== null) return report;
    batch = [];
  }
  return { ...report, fault: await faultIn(services, batch, now) };
}

/** @returns null for a line that the server did not write, or that was changed */
function endIn({ secrets }: Services, line: string): ChainEnd | null {
  const { data } = keptLine.safeParse(jsonIn(line));
  if (!data) return null;
  const { code, ...end } = data;
  return secrets.isFingerprint(Buffer.from(code, 'hex'), sealedText(end)) ? end : null;
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // No line that the server wrote: that is the answer.
    return null;
  }
}

async function faultIn(services: Services, ends: ChainEnd[], now: Date): Promise<string | null> {
  for (const [businessId, kept] of Map.groupBy(ends, (end) => end.businessId)) {
    const scope = { services, now, ip: '', businessId };
    const seqs = kept.map(({ seq }) => seq);
    const rows = await readInBusiness(scope, (tx) =>
      tx
        .select({ seq: auditLog.seq, hash: auditLog.hash })
        .from(auditLog)
        .where(and(eq(auditLog.businessId, businessId), inArray(auditLog.seq, seqs))),
    );
    const hashes = new Map(rows.map(({ seq, hash }) => [seq, hash.toString('hex')]));
    // A chain without a row has nothing to be compared with.
    const lost = kept.find(({ seq, hash }) => seq > 0 && hashes.get(seq) !== hash);
    if (lost) return `Business ${businessId}: ${wordsOf(lost, hashes.has(lost.seq))}`;
  }
  return null;
}

const wordsOf = ({ seq, at }: ChainEnd, isThere: boolean): string =>
  `row ${seq} of the audit log ${isThere ? 'is another one' : 'is gone'}, as kept elsewhere at ${at}: the chain was written anew or cut`;
