/** The columns of a note that hold its last decision. */

import { canonicalJson } from '#platform/server/canonicalJson.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import type { FieldComments, ReviewAction, ReviewReason } from '#features/notes/contract.ts';

/** A note that is to be reviewed has no decision. */
export const NO_DECISION = {
  reviewedBy: null,
  reviewedAt: null,
  reviewComment: null,
  reviewReasonCode: null,
  fieldComments: null,
  unitRate: null,
  draftRate: null,
};

/** A decision as its reviewer sent it. */
interface Decision {
  action: ReviewAction;
  /** Of an approval, a denial or a reopening. */
  reason?: string | undefined;
  /** Of a note that is sent back. */
  comment?: string;
  reasonCode?: ReviewReason | undefined;
  fieldComments?: FieldComments | undefined;
}

/** Comments and reason that the reviewer entered. */
interface Remarks {
  comment: string | null;
  reasonCode: ReviewReason | null;
  fieldComments: FieldComments | null;
}

export function toRemarks({
  reason,
  comment = reason,
  reasonCode,
  fieldComments: comments = {},
}: Decision): Remarks {
  return {
    comment: comment ?? null,
    reasonCode: reasonCode ?? null,
    fieldComments: Object.keys(comments).length === 0 ? null : comments,
  };
}

/** The decision to store: hold and resume leave it as it is, reopening removes it. */
export function toDecisionColumns({ now, session }: MemberContext, review: Decision) {
  if (review.action === 'hold' || review.action === 'resume') return {};
  if (review.action === 'reopen') return NO_DECISION;
  const { comment, reasonCode, fieldComments } = toRemarks(review);
  return {
    reviewedBy: session.userId,
    reviewedAt: now,
    reviewComment: comment,
    reviewReasonCode: reasonCode,
    fieldComments,
    unitRate: null,
    draftRate: null,
  };
}

/** SHA-256 of the reviewer's comment, hex: the audit log stores no free text. */
export const digestComment = (comment: string | null): string | null =>
  comment === null ? null : sha256Hex(comment);

/** SHA-256 of the comments on fields, hex. */
export const digestFieldComments = (comments: FieldComments | null): string | null =>
  comments === null ? null : sha256Hex(canonicalJson(comments));

/** The remarks for the audit log, with digests that reveal a later change. */
export function digestRemarks({ comment, reasonCode, fieldComments }: Remarks) {
  const commentSha256 = digestComment(comment);
  const fieldCommentsSha256 = digestFieldComments(fieldComments);
  return {
    ...(commentSha256 !== null && { commentSha256 }),
    ...(reasonCode !== null && { reasonCode }),
    ...(fieldCommentsSha256 !== null && { fieldCommentsSha256 }),
  };
}
