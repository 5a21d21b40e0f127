import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { useSendMessage } from '#features/mail/web/queries.ts';
import { MessageForm } from './MessageForm.tsx';
import type { MessageFormProps } from './MessageForm.tsx';
import type { MessageOutput } from './messageForm.ts';

const FORM = 'message';

type MessageDialogProps = Pick<MessageFormProps, 'memory' | 'start' | 'recipient' | 'missing'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The message this one replies to. */
  parentMessageId?: number | undefined;
  /** The toast after sending. */
  sent: string;
  onFailure: (error: unknown) => void;
};

/** The dialog in which a message is written. */
export function MessageDialog(props: MessageDialogProps) {
  const { open, onOpenChange, title, parentMessageId, sent, onFailure, ...form } = props;
  const send = useSendMessage();
  const attempt = useAttemptKey();
  async function submit(values: MessageOutput) {
    const body = { ...values, parentMessageId };
    try {
      await send.mutateAsync({ body, idempotencyKey: attempt.keyFor(body) });
    } catch (error) {
      onFailure(error);
      throw error;
    }
    attempt.done();
    toast({ title: sent });
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title={title}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM} pending={send.isPending}>
            Send
          </Button>
        </>
      }
    >
      <MessageForm key={form.memory} id={FORM} {...form} onSend={submit} />
    </Dialog>
  );
}
