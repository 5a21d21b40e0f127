/** Rules about messages that both halves know. */

/** Longest subject of a message. */
export const SUBJECT_MAX = 200;

const ANSWER = /^re:/i;

/** The subject of an answer: marked once, however long the conversation grows. */
export const replySubject = (subject: string): string =>
  ANSWER.test(subject) ? subject : `Re: ${subject}`.slice(0, SUBJECT_MAX);
