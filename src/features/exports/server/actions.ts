/** Exports of the whole business. */
import type { FastifyReply } from 'fastify';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { sendResumable } from '#platform/server/files/resumable.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { queueJob } from './jobs/actions.ts';
import { findJobFile } from './jobs/reads.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'export.requested': null;
    'export.downloaded': { sha256: string };
  }
}

const KIND = 'business';

/** Queues an export of the business. @throws 409 `export_in_progress` */
export function requestExport(context: MemberContext): Promise<{ id: number }> {
  return writeInBusiness(context, async (tx) => {
    const id = await queueJob(tx, context, { kind: KIND });
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
    const stored = await findJobFile(tx, job);
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
