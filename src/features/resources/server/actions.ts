/** Adds, changes and deletes resources: files and links. */

import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField, notFound } from '#platform/server/errors.ts';
import type { Upload } from '#platform/server/files/receiveUpload.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { ACCEPTED_FILES } from '#features/files/rules.ts';
import { dropFile, storeFile, deleteOrphanedFile } from '#features/files/server/actions.ts';
import type { resourceChange, resourceForm, resourceLink } from '#features/resources/contract.ts';
import { getResource } from './reads.ts';
import { businessResources } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'resource.added': ResourceDetails;
    'resource.changed': Pick<ResourceDetails, 'accessLevel' | 'status'> & { changed: string[] };
    'resource.deleted': null;
  }
}

type ResourceDetails = Pick<
  Awaited<ReturnType<typeof getResource>>,
  'kind' | 'category' | 'accessLevel' | 'status'
>;

/** Shares an uploaded file. @throws the errors of `storeFile` */
export function uploadResource(
  context: MemberContext,
  { file, fields }: Upload<z.output<typeof resourceForm>>,
) {
  return storeFile(context, {
    file,
    accepted: ACCEPTED_FILES,
    write: (tx, { id: fileId }) => addResource(tx, context, { ...fields, fileId }),
  });
}

/** Shares a link. The server never opens it. */
export function addLink(
  context: MemberContext,
  { fileUrl: linkUrl, ...fields }: z.output<typeof resourceLink>,
) {
  return writeInBusiness(context, (tx) => addResource(tx, context, { ...fields, linkUrl }));
}

type NewResource = Omit<typeof businessResources.$inferInsert, 'businessId' | 'uploadedBy'>;

async function addResource(tx: BusinessTransaction, context: MemberContext, values: NewResource) {
  const { businessId, session, now } = context;
  const [added] = await tx
    .insert(businessResources)
    .values({ ...values, businessId, uploadedBy: session.userId, createdAt: now, updatedAt: now })
    .returning({ id: businessResources.id });
  if (!added) throw new Error('A resource was not stored');
  const resource = await getResource(tx, context, added.id);
  const { title, kind, category, accessLevel, status } = resource;
  recordAudit(tx, context, {
    type: 'resource.added',
    id: added.id,
    label: title,
    details: { kind, category, accessLevel, status },
  });
  publishChange(tx, ['resources']);
  return resource;
}

/** Changes only the fields in the request. @throws 404; 400 for a URL of an uploaded file */
export function changeResource(
  context: MemberContext,
  resourceId: number,
  input: z.output<typeof resourceChange>,
) {
  const { fileUrl, ...fields } = input;
  return writeInBusiness(context, async (tx) => {
    const before = await getResource(tx, context, resourceId);
    if (fileUrl !== undefined && before.kind === 'file') {
      throw invalidField('fileUrl', 'An uploaded file has no URL of its own');
    }
    const link = fileUrl === undefined ? {} : { linkUrl: fileUrl };
    await tx
      .update(businessResources)
      .set({ ...fields, ...link, updatedAt: context.now })
      .where(whereResource(tx, resourceId));
    const resource = await getResource(tx, context, resourceId);
    const { title, accessLevel, status } = resource;
    recordAudit(tx, context, {
      type: 'resource.changed',
      id: resourceId,
      label: title,
      details: { changed: Object.keys(input), accessLevel, status },
    });
    publishChange(tx, ['resources']);
    return resource;
  });
}

/** Deletes a resource with its file. @throws 404 */
export async function deleteResource(context: MemberContext, resourceId: number): Promise<undefined> {
  const key = await writeInBusiness(context, async (tx) => {
    const [deleted] = await tx
      .delete(businessResources)
      .where(whereResource(tx, resourceId))
      .returning({ fileId: businessResources.fileId, label: businessResources.title });
    if (!deleted) throw notFound('This resource does not exist.');
    const orphanedKey = deleted.fileId === null ? null : await dropFile(tx, context, deleted.fileId);
    const { label } = deleted;
    recordAudit(tx, context, { type: 'resource.deleted', id: resourceId, label });
    publishChange(tx, ['resources']);
    return orphanedKey;
  });
  if (key !== null) await deleteOrphanedFile(context, key);
  return undefined;
}

const whereResource = (tx: BusinessTransaction, resourceId: number) =>
  and(tx.inTenant(businessResources), eq(businessResources.id, resourceId));
