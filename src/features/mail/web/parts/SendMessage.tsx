import { isSessionExpired, messageOf } from '../../../../platform/web/apiError.ts';
import { useAttemptKey } from '../../../../platform/web/attemptKey.ts';
import { useSessionEndDelay } from '../../../../platform/web/session.ts';
import { toast } from '../../../../platform/web/toast.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import type { SendMessageDialogProps } from '../public.tsx';
import { useSendMessage } from '../queries.ts';
import { MessageForm } from './MessageForm.tsx';
import type { MessageOutput } from './messageForm.ts';

const FORM = 'send-message';

/** Time to read that the session ended. */
const LOGIN_AFTER_MS = 2_000;

/** A message to the person whose screen this is. */
export function SendMessage({ recipient, open, onOpenChange }: SendMessageDialogProps) {
  const send = useSendMessage();
  const attempt = useAttemptKey();
  useSessionEndDelay(open ? LOGIN_AFTER_MS : 0);
  async function submit(body: MessageOutput) {
    try {
      await send.mutateAsync({ body, idempotencyKey: attempt.keyFor(body) });
    } catch (error) {
      sayFailure(error);
      throw error;
    }
    attempt.done();
    toast({ title: 'Message sent successfully' });
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title="Send Message"
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
        key={recipient.id}
        id={FORM}
        memory={`to-${recipient.id}`}
        start={{ recipientId: String(recipient.id) }}
        recipient={recipient}
        missing="Please fill in all required fields"
        onSend={submit}
      />
    </Dialog>
  );
}

function sayFailure(error: unknown): void {
  const words = isSessionExpired(error)
    ? { title: 'Session Expired', description: 'Please log in again to send messages' }
    : { title: 'Error', description: messageOf(error, 'Failed to send message') };
  toast({ ...words, variant: 'destructive' });
}
