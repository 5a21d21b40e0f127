import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { useSessionEndDelay } from '#platform/web/session.ts';
import { toast } from '#platform/web/toast.ts';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { MessageDialog } from './MessageDialog.tsx';

export type SendMessageDialogProps = OpenState & {
  recipient: { id: number; name: string };
  /** The text that the message starts with; the key names it in the persisted form state. */
  about?: { key: string; subject: string; content: string };
};

/** Time to read the toast before the login opens. */
const LOGIN_AFTER_MS = 2_000;

/** Send Message, to one person. */
export function SendMessage({ recipient, about, open, onOpenChange }: SendMessageDialogProps) {
  useSessionEndDelay(open ? LOGIN_AFTER_MS : 0);
  return (
    <MessageDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send Message"
      formKey={`to-${recipient.id}${about ? `-${about.key}` : ''}`}
      start={{
        recipientId: String(recipient.id),
        ...(about && { subject: about.subject, content: about.content }),
      }}
      recipient={recipient}
      missing="Please fill in all required fields"
      sent="Message sent successfully"
      onFailure={showFailure}
    />
  );
}

function showFailure(error: unknown): void {
  const text = isSessionExpired(error)
    ? { title: 'Session Expired', description: 'Please log in again to send messages' }
    : { title: 'Error', description: messageOf(error, 'Failed to send message') };
  toast({ ...text, variant: 'destructive' });
}
