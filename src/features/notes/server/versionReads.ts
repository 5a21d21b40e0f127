/** The versions of a note, and the messages about it. */

import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import { listNoteMessages } from '#features/mail/server/reads.ts';
import type { notesContract } from '#features/notes/contract.ts';
import type { noteVersion } from '#features/notes/versionContract.ts';
import { refuseOtherUsers } from './reads.ts';
import { whereNote } from './rowReads.ts';
import { maskCanonical } from './signing/billingText.ts';
import { notes, noteVersions } from './tables.ts';

/** Every signed version, newest first. @throws as `readNote` */
export function listVersions(
  context: MemberContext,
  noteId: number,
): Promise<z.output<typeof noteVersion>[]> {
  return readInBusiness(context, async (tx) => {
    const [[note], versions] = await Promise.all([
      tx.select({ authorId: notes.authorId }).from(notes).where(whereNote(tx, noteId)),
      tx
        .select({
          version: noteVersions.version,
          digest: noteVersions.digest,
          createdAt: noteVersions.createdAt,
          content: noteVersions.canonical,
        })
        .from(noteVersions)
        .where(and(tx.inTenant(noteVersions), eq(noteVersions.noteId, noteId)))
        .orderBy(desc(noteVersions.version)),
    ]);
    if (!note) throw notFound('This note does not exist.');
    refuseOtherUsers(context, note);
    return versions.map((one) => ({ ...one, ...toReadable(context, one.content) }));
  });
}

/** The signed text as the caller may read it. */
function toReadable({ session }: MemberContext, content: string) {
  if (isManager(session)) return { content, masked: [] };
  const { canonical, masked } = maskCanonical(content);
  return { content: canonical, masked };
}

/** The caller's messages about a note, newest first. @throws as `readNote` */
export function listMessages(
  context: MemberContext,
  noteId: number,
  paging: RequestOf<(typeof notesContract)['GET /api/notes/:id/messages']>['query'],
) {
  return readInBusiness(context, async (tx) => {
    const [[note], messages] = await Promise.all([
      tx.select({ authorId: notes.authorId }).from(notes).where(whereNote(tx, noteId)),
      listNoteMessages(tx, context, { noteId, paging }),
    ]);
    if (!note) throw notFound('This note does not exist.');
    refuseOtherUsers(context, note);
    return messages;
  });
}
