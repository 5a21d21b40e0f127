/** Uploads, records and deletes documents of clients. */

import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { checkedFileName } from '#platform/server/files/fileName.ts';
import type { Upload } from '#platform/server/files/receiveUpload.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getVisibleClient } from '#features/clients/server/reads.ts';
import type { documentRecord } from '#features/documents/contract.ts';
import { ACCEPTED_FILES } from '#features/files/rules.ts';
import { dropFile, storeFile, deleteOrphanedFile } from '#features/files/server/actions.ts';
import { getDocument } from './reads.ts';
import { documents } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'document.uploaded': StoredDetails;
    'document.recorded': StoredDetails;
    'document.deleted': { clientId: number };
  }
}

type StoredDetails = Pick<typeof documents.$inferSelect, 'clientId' | 'fileSize' | 'mimeType'>;

type NewDocument = Pick<
  typeof documents.$inferInsert,
  'clientId' | 'fileId' | 'fileName' | 'originalName' | 'fileSize' | 'mimeType' | 'description'
>;

/** Stores an uploaded document. @throws 404; the errors of `storeFile` */
export function uploadDocument(
  context: MemberContext,
  clientId: number,
  { file, fields }: Upload<{ description: string | null }>,
) {
  return storeFile(context, {
    file,
    accepted: ACCEPTED_FILES,
    write: (tx, { id: fileId, originalName, fileSize, mimeType }) =>
      addDocument(tx, context, {
        clientId,
        fileId,
        originalName,
        fileSize,
        mimeType,
        fileName: generateName(context.now, originalName),
        description: fields.description,
      }),
  });
}

/** Records a document whose file is stored elsewhere. @throws 404 */
export function recordDocument(
  context: MemberContext,
  clientId: number,
  { fileName, ...input }: z.output<typeof documentRecord>,
) {
  const originalName = checkedFileName(input.originalName, 'originalName');
  const storedName =
    fileName === null ? generateName(context.now, originalName) : checkedFileName(fileName, 'fileName');
  return writeInBusiness(context, (tx) =>
    addDocument(tx, context, { ...input, clientId, originalName, fileName: storedName, fileId: null }),
  );
}

const generateName = (now: Date, originalName: string) => `${now.getTime()}_${originalName}`;

async function addDocument(tx: BusinessTransaction, context: MemberContext, values: NewDocument) {
  const { businessId, session, now } = context;
  await getVisibleClient(tx, context, values.clientId);
  const [added] = await tx
    .insert(documents)
    .values({ ...values, businessId, uploadedBy: session.userId, createdAt: now })
    .returning({ id: documents.id });
  if (!added) throw new Error('A document was not stored');
  const document = await getDocument(tx, context, added.id);
  const { clientId, originalName, fileSize, mimeType } = document;
  recordAudit(tx, context, {
    type: values.fileId === null ? 'document.recorded' : 'document.uploaded',
    id: added.id,
    label: originalName,
    details: { clientId, fileSize, mimeType },
  });
  publishChange(tx, ['documents']);
  return document;
}

/** Deletes a document with its file. @throws 404 */
export async function deleteDocument(context: MemberContext, documentId: number): Promise<undefined> {
  const key = await writeInBusiness(context, async (tx) => {
    const [deleted] = await tx
      .delete(documents)
      .where(and(tx.inTenant(documents), eq(documents.id, documentId)))
      .returning({
        clientId: documents.clientId,
        fileId: documents.fileId,
        label: documents.originalName,
      });
    if (!deleted) throw notFound('This document does not exist.');
    const { clientId, fileId, label } = deleted;
    const orphanedKey = fileId === null ? null : await dropFile(tx, context, fileId);
    recordAudit(tx, context, { type: 'document.deleted', id: documentId, label, details: { clientId } });
    publishChange(tx, ['documents']);
    return orphanedKey;
  });
  if (key !== null) await deleteOrphanedFile(context, key);
  return undefined;
}
