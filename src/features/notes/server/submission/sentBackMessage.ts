/** The message to the author of a note that was sent back when it arrived. */
import { noteHeading } from '#features/notes/rules.ts';
import { describeSentBack } from '#features/notes/sentBackRules.ts';
import type { NoteColumns } from './submission.ts';

/** Names the note, each reason and what to do about it. */
export const buildSentBackMessage = (columns: NoteColumns) => ({
  subject: `Sent back: ${noteHeading(columns)}`,
  content: [
    `Your note "${columns.title}" was sent back when it arrived. It uses no units until it is signed again. Edit it in My Notes, then you and the client sign again.`,
    ...describeSentBack(columns).map(({ message, remedy }) => [message, remedy].filter(Boolean).join(' ')),
  ].join('\n\n'),
});
