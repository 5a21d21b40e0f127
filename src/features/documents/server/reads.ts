/** Reads documents of clients, and downloads them. */

import { and, eq } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import {
  byCreation,
  newestFirst,
  whereAfterCursor,
  wholePageOf,
  type PageQuery,
} from '#platform/server/cursor.ts';
import { notFound } from '#platform/server/errors.ts';
import { sendAttachment } from '#platform/server/files/attachment.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
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

const selectDocuments = (tx: BusinessTransaction) =>
  tx
    .select(columns)
    .from(documents)
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, documents.uploadedBy)));

type Row = Awaited<ReturnType<typeof selectDocuments>>[number];

function toDocument({ session }: MemberContext, { uploader, fileId, ...row }: Row) {
  return {
    ...row,
    uploadedByName: fullNameOf(uploader),
    hasContent: fileId !== null,
    can: { remove: isManager(session) && !session.readOnly },
  };
}

const order = { at: documents.createdAt, id: documents.id };

/** A page of the documents of a client that the caller can see, newest first. @throws 404 */
export function listDocuments(context: MemberContext, clientId: number, { limit, cursor }: PageQuery) {
  const afterCursor = whereAfterCursor(order, cursor);
  return readInBusiness(context, async (tx) => {
    const matching = and(tx.inTenant(documents), eq(documents.clientId, clientId));
    const [, rows] = await Promise.all([
      getVisibleClient(tx, context, clientId),
      selectDocuments(tx)
        .where(and(matching, afterCursor))
        .orderBy(...newestFirst(order))
        .limit(limit + 1),
    ]);
    const page = wholePageOf({ rows, limit }, byCreation);
    return { ...page, rows: page.rows.map((row) => toDocument(context, row)) };
  });
}

/** One document of the business. @throws 404 */
export async function getDocument(tx: BusinessTransaction, context: MemberContext, documentId: number) {
  const [row] = await selectDocuments(tx).where(and(tx.inTenant(documents), eq(documents.id, documentId)));
  if (!row) throw notFound('This document does not exist.');
  return toDocument(context, row);
}

/** Sends the file of a document of a client that the caller can see. @throws 404 */
export async function downloadDocument(
  context: MemberContext,
  documentId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [file] = await readInBusiness(context, (tx) =>
    tx
      .select({
        key: storedFiles.storageKey,
        name: storedFiles.originalName,
        mimeType: storedFiles.mimeType,
      })
      .from(documents)
      .innerJoin(clients, and(tx.inTenant(clients), eq(clients.id, documents.clientId)))
      .innerJoin(storedFiles, and(tx.inTenant(storedFiles), eq(storedFiles.id, documents.fileId)))
      .where(and(tx.inTenant(documents), eq(documents.id, documentId), selectVisibleClients(tx, context))),
  );
  if (!file) throw notFound('This document does not exist.');
  return sendAttachment(reply, context.services.files, file);
}
