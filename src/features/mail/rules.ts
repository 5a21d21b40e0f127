/** Rules about messages that both halves know. */

/** Longest subject of a message. */
export const SUBJECT_MAX = 200;

const ANSWER = /^re:/i;

/** The subject of a reply, with one `Re:` however long the conversation is. */
export const replySubject = (subject: string): string =>
  ANSWER.test(subject) ? subject : `Re: ${subject}`.slice(0, SUBJECT_MAX);
