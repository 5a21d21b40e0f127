import { isSessionExpired } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { MessageDialog } from './MessageDialog.tsx';

/** The start of a message: empty, a recipient, or the message it replies to. */
export type Subject = {
  to?: number;
  reply?: { to: { id: number; name: string }; parent: { id: number }; subject: string };
};

export type ComposeDialogProps = OpenState & { subject: Subject };

/** A new message or a reply. */
export function Compose({ open, onOpenChange, subject }: ComposeDialogProps) {
  const { reply } = subject;
  return (
    <MessageDialog
      open={open}
      onOpenChange={onOpenChange}
      title={reply ? 'Reply' : 'New message'}
      formKey={keyOf(subject)}
      start={startOf(subject)}
      recipient={reply?.to}
      parentMessageId={reply?.parent.id}
      missing="Please fill in all required fields."
      sent="Message sent"
      onFailure={showFailure}
    />
  );
}

function keyOf({ to, reply }: Subject): string {
  if (reply) return `reply-${reply.parent.id}`;
  return to === undefined ? 'new' : `to-${to}`;
}

function startOf({ to, reply }: Subject) {
  if (reply) return { recipientId: String(reply.to.id), subject: reply.subject };
  return to === undefined ? {} : { recipientId: String(to) };
}

function showFailure(error: unknown): void {
  if (isSessionExpired(error)) return;
  const description = 'Failed to send message. Please try again.';
  toast({ title: 'Error', description, variant: 'destructive' });
}
