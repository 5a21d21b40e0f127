import type { FieldErrors } from 'react-hook-form';
import { z } from 'zod';
import { messageInput } from '#features/mail/contract.ts';

const given = (message: string) => z.string().trim().min(1, { error: message });

/** The fields as they are typed; the choice of a person is text in the form. */
export const messageForm = z.object({
  recipientId: given('Choose who gets the message').transform(Number).pipe(messageInput.shape.recipientId),
  subject: given('Enter a subject').pipe(messageInput.shape.subject),
  content: given('Write the message').pipe(messageInput.shape.content),
});

export type MessageValues = z.input<typeof messageForm>;
export type MessageOutput = z.output<typeof messageForm>;

/** Whether a required field is empty, beside whatever else is wrong. */
export const isIncomplete = (errors: FieldErrors<MessageValues>): boolean =>
  [errors.recipientId, errors.subject, errors.content].some((error) => error?.type === 'too_small');
