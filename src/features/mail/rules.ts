/** Longest subject of a message. */
export const SUBJECT_MAX = 200;

const REPLY = /^re:/i;

/** The subject of a reply, with a single `Re:` however long the conversation is. */
export const replySubject = (subject: string): string =>
  REPLY.test(subject) ? subject : `Re: ${subject}`.slice(0, SUBJECT_MAX);
