/** The messages about a note that was sent back when it arrived. */

import { noteHeading } from '#features/notes/rules.ts';
import { describeSentBack } from '#features/notes/sentBackRules.ts';
import type { SignedVersion } from './signedVersion.ts';

/** For managers when its author is deactivated and cannot correct it. */
export const buildSentBackNotice = ({ columns }: Pick<SignedVersion, 'columns'>) => ({
  subject: `Sent back: ${noteHeading(columns)}`,
  content: [
    `A note by ${columns.authorName} was sent back automatically. It uses no units. ${columns.authorName} is inactive and can't correct it. Reactivate ${columns.authorName}, or delete the note.`,
    ...describeSentBack(columns).map(({ message }) => message),
  ].join('\n\n'),
});

/** Names the note, each reason and what to do about it. */
export const buildSentBackMessage = ({ columns }: Pick<SignedVersion, 'columns'>) => ({
  subject: `Sent back: ${noteHeading(columns)}`,
  content: [
    `Your note "${columns.title}" was sent back automatically. It uses no units until it is signed again. Edit it in My Notes, then sign it again with the client.`,
    ...describeSentBack(columns).map(({ message, remedy }) => [message, remedy].filter(Boolean).join(' ')),
  ].join('\n\n'),
});
