/** Longest subject of a message. */
export const SUBJECT_MAX = 200;

const REPLY = /^re:/i;

/** Recognizes a message of the system: it has its recipient as sender, which a message of a user never has. */
export const isSystemMessage = (message: { senderId: number; recipientId: number }): boolean =>
  message.senderId === message.recipientId;

/** The subject of a reply, with a single `Re:` however long the conversation is. */
export const replySubject = (subject: string): string =>
  REPLY.test(subject) ? subject : `Re: ${subject}`.slice(0, SUBJECT_MAX);
