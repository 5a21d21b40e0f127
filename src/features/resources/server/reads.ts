/** Reads resources as far as the role of the caller may, and downloads them. */

import { and, eq, ne } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { MemberContext, Session } from '#platform/server/context.ts';
import {
  byCreation,
  newestFirst,
  whereAfterCursor,
  wholePageOf,
  type PageQuery,
} from '#platform/server/cursor.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { sendAttachment } from '#platform/server/files/attachment.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { storedFiles } from '#features/files/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import type { resourceStatus } from '#features/resources/contract.ts';
import { resourceRights, seesEverything } from './policy.ts';
import { businessResources } from './tables.ts';

const columns = {
  id: businessResources.id,
  title: businessResources.title,
  description: businessResources.description,
  category: businessResources.category,
  accessLevel: businessResources.accessLevel,
  status: businessResources.status,
  linkUrl: businessResources.linkUrl,
  uploadedBy: businessResources.uploadedBy,
  createdAt: businessResources.createdAt,
  updatedAt: businessResources.updatedAt,
  uploader: { username: users.username, firstName: users.firstName, lastName: users.lastName },
  file: {
    storageKey: storedFiles.storageKey,
    originalName: storedFiles.originalName,
    fileSize: storedFiles.fileSize,
    mimeType: storedFiles.mimeType,
  },
};

const selectResources = (tx: BusinessTransaction) =>
  tx
    .select(columns)
    .from(businessResources)
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, businessResources.uploadedBy)))
    .leftJoin(storedFiles, and(tx.inTenant(storedFiles), eq(storedFiles.id, businessResources.fileId)));

/** The resources that the caller can see. */
const visibleTo = (session: Session) =>
  seesEverything(session)
    ? undefined
    : and(eq(businessResources.status, 'active'), ne(businessResources.accessLevel, 'managers'));

type Row = Awaited<ReturnType<typeof selectResources>>[number];

function toResource({ session }: MemberContext, { uploader, file, linkUrl, ...row }: Row) {
  const name = file?.originalName ?? null;
  return {
    ...row,
    kind: file ? ('file' as const) : ('url' as const),
    fileName: name && `${row.createdAt.getTime()}_${name}`,
    originalName: name,
    fileSize: file?.fileSize ?? null,
    mimeType: file?.mimeType ?? null,
    fileUrl: linkUrl ?? `/api/business-resources/${row.id}/file`,
    uploadedByName: fullNameOf(uploader),
    can: resourceRights(session),
  };
}

const order = { at: businessResources.createdAt, id: businessResources.id };

/** A page of the resources that the caller may see, newest first. @throws 403 when an employee requests inactive ones */
export async function listResources(
  context: MemberContext,
  { status, limit, cursor }: PageQuery & { status: z.output<typeof resourceStatus> | 'any' },
) {
  const { session } = context;
  if (status !== 'active' && !seesEverything(session)) {
    throw forbidden('Only managers can see resources that are not active.');
  }
  const afterCursor = whereAfterCursor(order, cursor);
  return readInBusiness(context, async (tx) => {
    const matching = and(
      tx.inTenant(businessResources),
      visibleTo(session),
      status === 'any' ? undefined : eq(businessResources.status, status),
    );
    const rows = await selectResources(tx)
      .where(and(matching, afterCursor))
      .orderBy(...newestFirst(order))
      .limit(limit + 1);
    const page = wholePageOf({ rows, limit }, byCreation);
    return { ...page, rows: page.rows.map((row) => toResource(context, row)) };
  });
}

/** One resource that the caller may see. @throws 404 */
async function getRow(tx: BusinessTransaction, { session }: MemberContext, resourceId: number) {
  const [row] = await selectResources(tx).where(
    and(tx.inTenant(businessResources), eq(businessResources.id, resourceId), visibleTo(session)),
  );
  if (!row) throw notFound('This resource does not exist.');
  return row;
}

/** One resource as the API returns it. @throws 404 */
export const getResource = async (tx: BusinessTransaction, context: MemberContext, resourceId: number) =>
  toResource(context, await getRow(tx, context, resourceId));

/** Sends the file of a resource that the caller may see. @throws 404, also for a link */
export async function downloadResource(
  context: MemberContext,
  resourceId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { file } = await readInBusiness(context, (tx) => getRow(tx, context, resourceId));
  if (!file) throw notFound('This resource does not exist.');
  const { storageKey: key, originalName: name, mimeType } = file;
  return sendAttachment(reply, context.services.files, { key, name, mimeType });
}
