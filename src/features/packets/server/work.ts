/** The background job that makes a packet. */
import { join } from 'node:path';
import { JobFailure, type JobWork } from '#features/exports/server/jobs/actions.ts';
import { dayInZone } from '#features/payroll/rules.ts';
import { readBusinessAndCreator } from './content/reads.ts';
import { readVisits, type Visit } from './content/visitReads.ts';
import { writeArchive } from './archive/packetArchive.ts';
import { packetRequest } from './packetRequest.ts';
import { packetPdf } from './pdf/packetPdf.ts';

/** Notes that are read at once, which bounds the time of a statement. */
const BATCH_SIZE = 25;
/** Each visit is laid out twice, and its files are written. */
const STEPS = 3;

/** Makes the ZIP file of a packet, which has the PDF in it. */
export const makePacket: JobWork = async (job, { scope, folder, signal, report }) => {
  const request = packetRequest.parse(job.request);
  const { noteIds } = request;
  let done = 0;
  const onVisit = () => {
    signal.throwIfAborted();
    done += 1;
    report(done, noteIds.length * STEPS);
  };
  report(0, noteIds.length * STEPS);
  const { business, createdByName } = await readBusinessAndCreator(scope, job.createdBy);
  const visits: Visit[] = [];
  for (let from = 0; from < noteIds.length; from += BATCH_SIZE) {
    visits.push(...(await readVisits(scope, noteIds.slice(from, from + BATCH_SIZE), business.timeZone)));
    signal.throwIfAborted();
  }
  if (visits.length === 0) throw new JobFailure('All chosen visits were deleted.');
  const content = {
    business,
    createdByName,
    request,
    createdAt: job.createdAt,
    visits: visits.toSorted(byClientAndDay),
  };
  const pdf = await packetPdf(content, onVisit);
  const path = join(folder, 'packet.zip');
  await writeArchive(path, { pdf, content, onVisit });
  const day = dayInZone(job.createdAt, business.timeZone);
  return { path, name: `audit-packet-${day}-${job.id}.zip`, mimeType: 'application/zip' };
};

function byClientAndDay({ note: a }: Visit, { note: b }: Visit): number {
  return (
    a.clientContactName.localeCompare(b.clientContactName, 'en') ||
    a.clientId - b.clientId ||
    a.workDate.localeCompare(b.workDate) ||
    a.startTime.localeCompare(b.startTime) ||
    a.id - b.id
  );
}
