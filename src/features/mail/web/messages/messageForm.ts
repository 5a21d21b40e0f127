import type { FieldErrors } from 'react-hook-form';
import { z } from 'zod';
import { messageInput } from '#features/mail/contract.ts';

const requiredField = (message: string) => z.string().trim().min(1, { error: message });

/** The form's fields; the recipient's id is text in the form. */
export const messageForm = z.object({
  recipientId: requiredField('Choose a recipient').transform(Number).pipe(messageInput.shape.recipientId),
  subject: requiredField('Enter a subject').pipe(messageInput.shape.subject),
  content: requiredField('Enter a message').pipe(messageInput.shape.content),
});

export type MessageValues = z.input<typeof messageForm>;
export type MessageOutput = z.output<typeof messageForm>;

/** Whether a required field is empty. */
export const isIncomplete = (errors: FieldErrors<MessageValues>): boolean =>
  [errors.recipientId, errors.subject, errors.content].some((error) => error?.type === 'too_small');
