import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { useSendMessage } from '#features/mail/web/queries.ts';
import { MessageForm, type MessageFormProps, type MessageOutput } from './MessageForm.tsx';

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
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title={title}
      form={FORM}
      submit="Send"
      pending={send.isPending}
    >
      <MessageForm key={form.memory} id={FORM} {...form} onSend={submit} />
    </FormDialog>
  );
}
