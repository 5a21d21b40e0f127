import { and, desc, eq } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { isManager } from '#platform/server/context.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { sendAttachment } from '#platform/server/files/attachment.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { getVisibleClient, selectVisibleClients } from '#features/clients/server/reads.ts';
import { clients } from '#features/clients/server/tables.ts';
import { storedFiles } from '#features/files/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { documents } from './tables.ts';

const columns = {
  id: documents.id,
  clientId: documents.clientId,
  fileId: documents.fileId,
  fileName: documents.fileName,
  originalName: documents.originalName,
  fileSize: documents.fileSize,
  mimeType: documents.mimeType,
  description: documents.description,
  uploadedBy: documents.uploadedBy,
  createdAt: documents.createdAt,
  uploader: { username: users.username, firstName: users.firstName, lastName: users.lastName },
};

const ofBusiness = (tx: BusinessTransaction, businessId: number) =>
  tx
    .select(columns)
    .from(documents)
    .innerJoin(users, and(eq(users.businessId, businessId), eq(users.id, documents.uploadedBy)));

type Row = Awaited<ReturnType<typeof ofBusiness>>[number];

function shown({ session }: MemberContext, { uploader, fileId, ...row }: Row) {
  return {
    ...row,
    uploadedByName: fullNameOf(uploader),
    hasContent: fileId !== null,
    can: { remove: isManager(session) && !session.readOnly },
  };
}

/** The documents of a client that the caller can see, newest first. @throws 404 */
export function listDocuments(context: MemberContext, clientId: number) {
  const { businessId } = context;
  return readInBusiness(context, async (tx) => {
    const [, rows] = await Promise.all([
      getVisibleClient(tx, context, clientId),
      ofBusiness(tx, businessId)
        .where(and(eq(documents.businessId, businessId), eq(documents.clientId, clientId)))
        .orderBy(desc(documents.createdAt), desc(documents.id)),
    ]);
    return rows.map((row) => shown(context, row));
  });
}

/** One document of the business. @throws 404 */
export async function getDocument(tx: BusinessTransaction, context: MemberContext, documentId: number) {
  const { businessId } = context;
  const [row] = await ofBusiness(tx, businessId).where(
    and(eq(documents.businessId, businessId), eq(documents.id, documentId)),
  );
  if (!row) throw notFound('This document does not exist.');
  return shown(context, row);
}

/** Sends the content of a document of a client that the caller can see. @throws 404 */
export async function downloadDocument(
  context: MemberContext,
  documentId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { businessId, services } = context;
  const [file] = await readInBusiness(context, (tx) =>
    tx
      .select({
        key: storedFiles.storageKey,
        name: storedFiles.originalName,
        mimeType: storedFiles.mimeType,
      })
      .from(documents)
      .innerJoin(clients, and(eq(clients.businessId, businessId), eq(clients.id, documents.clientId)))
      .innerJoin(
        storedFiles,
        and(eq(storedFiles.businessId, businessId), eq(storedFiles.id, documents.fileId)),
      )
      .where(
        and(
          eq(documents.businessId, businessId),
          eq(documents.id, documentId),
          selectVisibleClients(tx, context),
        ),
      ),
  );
  if (!file) throw notFound('This document does not exist.');
  return sendAttachment(reply, services.files, file);
}
