/** The background job that makes a packet. */

import { join } from 'node:path';
import { dayInZone } from '#platform/contract/zone.ts';
import { runChildProcess } from '#platform/server/childProcess/runChildProcess.ts';
import type { BusinessScope } from '#platform/server/context.ts';
import { JobFailure, type Job, type JobTools, type JobWork } from '#features/exports/server/jobs/actions.ts';
import { readBusinessAndCreator } from './content/reads.ts';
import { writeEvidence } from './content/spooledEvidence.ts';
import { readVisits, type ListedVisit } from './content/visitReads.ts';
import { packetRequest, type PacketRequest } from './packetRequest.ts';
import type { PacketContent } from './pdf/coverSheet.ts';

/** Notes that are read at once, which bounds the time of a statement. */
const BATCH_SIZE = 25;
/** Each visit is laid out twice, and its files are written. */
const STEPS = 3;
/** Enough for 500 visits. */
const MAX_HEAP_MB = 512;

/** Input of the process. */
export interface PacketInput {
  content: PacketContent;
  /** The folder with the evidence of each visit. */
  folder: string;
  /** Of the ZIP file. */
  path: string;
}

/** Sent after each step of a visit, and at the end with the codes that the PDFs show instead of characters. */
export type PacketMessage = { type: 'visit' } | { type: 'done'; unprintable: string[] };

/** Makes the ZIP file of a packet, which has the PDF in it, in a process of the module at this address. */
export const packetWork =
  (module: URL): JobWork =>
  async (job, { scope, folder, priority, signal, report }) => {
    const request = packetRequest.parse(job.request);
    const steps = request.noteIds.length * STEPS;
    report(0, steps);
    const content = await readContent(scope, { job, request, folder, signal });
    const path = join(folder, 'packet.zip');
    let done = 0;
    let unprintable: string[] = [];
    await runChildProcess<PacketMessage>(module, {
      input: { content, folder, path } satisfies PacketInput,
      maxHeapMb: MAX_HEAP_MB,
      signal,
      lowPriority: priority,
      onMessage: (message) => {
        if (message.type === 'visit') report((done += 1), steps);
        else ({ unprintable } = message);
      },
    });
    const day = dayInZone(job.createdAt, content.business.timeZone);
    return { path, name: `audit-packet-${day}-${job.id}.zip`, mimeType: 'application/zip', unprintable };
  };

/** Reads the visits, with their evidence in files, as signatures are large. @throws JobFailure when no visit is left */
async function readContent(
  scope: BusinessScope,
  {
    job,
    request,
    folder,
    signal,
  }: { job: Job; request: PacketRequest } & Pick<JobTools, 'folder' | 'signal'>,
): Promise<PacketContent> {
  const { noteIds } = request;
  const { business, createdByName } = await readBusinessAndCreator(scope, job.createdBy);
  const visits: ListedVisit[] = [];
  for (let from = 0; from < noteIds.length; from += BATCH_SIZE) {
    const batch = await readVisits(scope, noteIds.slice(from, from + BATCH_SIZE));
    for (const { evidence, earlier, ...visit } of batch) {
      await writeEvidence(folder, visit.note.id, { evidence, earlier });
      visits.push(visit);
    }
    signal.throwIfAborted();
  }
  if (visits.length === 0) throw new JobFailure('All chosen visits were deleted.');
  const { createdAt } = job;
  return { business, createdByName, request, createdAt, visits: visits.toSorted(byClientAndDay) };
}

function byClientAndDay({ note: a }: ListedVisit, { note: b }: ListedVisit): number {
  return (
    a.clientContactName.localeCompare(b.clientContactName, 'en') ||
    a.clientId - b.clientId ||
    a.workDate.localeCompare(b.workDate) ||
    a.startTime.localeCompare(b.startTime) ||
    a.id - b.id
  );
}
