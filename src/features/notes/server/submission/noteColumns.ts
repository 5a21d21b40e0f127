import type { MemberContext } from '#platform/server/context.ts';
import type { Signers } from './signerActions.ts';
import { buildTitle } from '#features/notes/rules.ts';
import { excerptOf } from './submission.ts';
import type { Submission } from './submission.ts';

export type NoteColumns = ReturnType<typeof toNoteColumns>;

/** The columns of a note with a new pending version. */
export function toNoteColumns(
  { now, session }: MemberContext,
  { columns, title }: Submission,
  { signers, version }: { signers: Signers; version: number },
) {
  return {
    ...columns,
    version,
    title: title ?? buildTitle({ ...columns, clientName: signers.clientName }),
    excerpt: excerptOf(columns.content),
    status: 'pending' as const,
    clientName: signers.clientName,
    clientContactName: signers.clientContactName,
    authorId: session.userId,
    authorName: signers.authorName,
    authorDepartment: signers.authorDepartment,
    employeeSignedAt: now,
    clientSignedAt: now,
    isClientSigned: true,
    updatedAt: now,
  };
}
