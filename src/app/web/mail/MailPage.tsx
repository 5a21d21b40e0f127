import { MailPage as Mailboxes } from '#features/mail/web/MailPage.tsx';
import { NoteOfMessage } from './NoteOfMessage.tsx';

/** Mail, with the notes that messages are about. */
export const MailPage = () => <Mailboxes renderNote={(id) => <NoteOfMessage id={id} />} />;

MailPage.prefetch = Mailboxes.prefetch;
