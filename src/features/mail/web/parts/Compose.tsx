import { isSessionExpired } from '../../../../platform/web/apiError.ts';
import { useAttemptKey } from '../../../../platform/web/attemptKey.ts';
import { toast } from '../../../../platform/web/toast.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { useSendMessage } from '../queries.ts';
import type { ComposeDialogProps, Subject } from './ComposeDialog.tsx';
import { MessageForm } from './MessageForm.tsx';
import type { MessageOutput } from './messageForm.ts';

const FORM = 'compose';

/** A new message, or the answer to one. */
export function Compose({ open, onOpenChange, subject }: ComposeDialogProps) {
  const send = useSendMessage();
  const attempt = useAttemptKey();
  const { reply } = subject;
  async function submit(values: MessageOutput) {
    const body = { ...values, ...(reply && { parentMessageId: reply.parent.id }) };
    try {
      await send.mutateAsync({ body, idempotencyKey: attempt.keyFor(body) });
    } catch (error) {
      if (!isSessionExpired(error)) {
        const description = 'Failed to send message. Please try again.';
        toast({ title: 'Error', description, variant: 'destructive' });
      }
      throw error;
    }
    attempt.done();
    toast({ title: 'Message sent' });
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title={reply ? 'Reply' : 'New message'}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} pending={send.isPending}>
            Send
          </Button>
        </>
      }
    >
      <MessageForm
        key={memoryOf(subject)}
        id={FORM}
        memory={memoryOf(subject)}
        start={startOf(subject)}
        recipient={reply?.to}
        missing="Please fill in all required fields."
        onSend={submit}
      />
    </Dialog>
  );
}

function memoryOf({ to, reply }: Subject): string {
  if (reply) return `reply-${reply.parent.id}`;
  return to === undefined ? 'new' : `to-${to}`;
}

function startOf({ to, reply }: Subject) {
  if (reply) return { recipientId: String(reply.to.id), subject: reply.subject };
  return to === undefined ? {} : { recipientId: String(to) };
}
