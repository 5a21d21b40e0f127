/** Exports of the whole business. */

import type { FastifyReply } from 'fastify';
import { recordAudit } from '#platform/server/audit/record.ts';
import { readFreeForFiles } from '#platform/server/backup/space.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { sendResumable } from '#platform/server/files/resumable.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import { estimateExport } from './estimateReads.ts';
import { deleteJob, queueJob } from './jobs/actions.ts';
import { getJobFile } from './jobs/reads.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'export.requested': null;
    'export.deleted': null;
    'export.downloaded': { sha256: string };
  }
}

const KIND = 'business';

/** Queues an export of the business. @throws 409 `export_in_progress`; 507 `no_space_for_backup` */
export async function requestExport(context: MemberContext): Promise<{ id: number }> {
  const [estimatedBytes, freeBytes] = await Promise.all([
    estimateExport(context),
    readFreeForFiles(context.services),
  ]);
  return writeInBusiness(context, async (tx) => {
    const id = await queueJob(tx, context, { kind: KIND, estimatedBytes, freeBytes });
    if (id === null)
      throw conflict(
        'export_in_progress',
        'An export is already being created. Please wait until it is done.',
      );
    recordAudit(tx, context, { type: 'export.requested', id });
    publishChange(tx, ['audit']);
    return { id };
  });
}

/** Deletes an export with its file, or one that waits. @throws as `deleteJob` */
export const deleteExport = (context: MemberContext, id: number): Promise<undefined> =>
  deleteJob(context, { id, kind: KIND }, (tx) => recordAudit(tx, context, { type: 'export.deleted', id }));

/**
 * Sends the file of an export, or a range of it; each request is in the audit log.
 * @throws 404, 409 `file_not_ready`, 416
 */
export async function downloadExport(
  context: MemberContext,
  id: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const job = { id, kind: KIND } as const;
  const file = await writeInBusiness(context, async (tx) => {
    const stored = await getJobFile(tx, job);
    recordAudit(tx, context, {
      type: 'export.downloaded',
      id,
      details: { sha256: stored.sha256.toString('hex') },
    });
    publishChange(tx, ['audit']);
    return stored;
  });
  return sendResumable(reply, context.services.files, file);
}
