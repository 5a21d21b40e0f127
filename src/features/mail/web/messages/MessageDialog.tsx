import { useQuery } from '@tanstack/react-query';
import { useWatch, type FieldErrors } from 'react-hook-form';
import { z } from 'zod';
import { isSessionExpired } from '#platform/web/apiError.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { RestoredBanner } from '#platform/web/forms/RestoredBanner.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { sortByLabel } from '#platform/web/sortByName.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import type { ComboboxOption } from '#platform/web/ui/comboboxFilter.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { messageInput } from '#features/mail/contract.ts';
import { SUBJECT_MAX } from '#features/mail/rules.ts';
import { useSendMessage } from '#features/mail/web/queries.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { peopleQuery, type Colleague } from '#features/people/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';

const FORM = 'message';

type MessageDialogProps = Pick<MessageFormProps, 'formKey' | 'start' | 'recipient' | 'missing'> & {
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
  const attempt = useIdempotencyKey();
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
      <MessageForm key={form.formKey} id={FORM} {...form} onSend={submit} />
    </FormDialog>
  );
}

const REQUIRED = {
  recipientId: 'Choose a recipient',
  subject: 'Enter a subject',
  content: 'Enter a message',
} as const;

type RequiredField = keyof typeof REQUIRED;

const requiredField = (name: RequiredField) => z.string().trim().min(1, { error: REQUIRED[name] });

/** The form's fields; the recipient's id is text in the form. */
const messageForm = z.object({
  recipientId: requiredField('recipientId').transform(Number).pipe(messageInput.shape.recipientId),
  subject: requiredField('subject').pipe(messageInput.shape.subject),
  content: requiredField('content').pipe(messageInput.shape.content),
});

type MessageValues = z.input<typeof messageForm>;
type MessageOutput = z.output<typeof messageForm>;

/** Finds required fields that are empty. */
const isIncomplete = (errors: FieldErrors<MessageValues>): boolean =>
  (Object.keys(REQUIRED) as RequiredField[]).some((name) => errors[name]?.message === REQUIRED[name]);

type MessageFormProps = {
  /** The form's id, for the button in the dialog's footer. */
  id: string;
  /** The key under which unsaved input is stored. */
  formKey: string;
  /** The initial values; with `recipient` the recipient can't be changed. */
  start: Partial<MessageValues>;
  recipient?: { name: string } | undefined;
  /** The banner when a required field is empty. */
  missing: string;
  /** Sends the message. @throws the server's error */
  onSend: (values: MessageOutput) => Promise<void>;
};

/** Recipient, subject and text of a message. */
function MessageForm(props: MessageFormProps) {
  const { id, formKey: name, start, recipient, missing, onSend } = props;
  const user = useUser();
  const defaultValues: MessageValues = { recipientId: '', subject: '', content: '', ...start };
  const form = useZodForm({ schema: messageForm, defaultValues });
  const persisted = usePersistedForm({ key: ownKey(user.id, `mail:${name}`), form });
  const { errors } = form.formState;
  async function send(values: MessageOutput) {
    try {
      await onSend(values);
      persisted.clear();
    } catch (error) {
      if (!isSessionExpired(error)) showSaveError(form, error, "The message wasn't sent.");
    }
  }
  return (
    <Form id={id} form={form} onSubmit={send}>
      <RestoredBanner form={form} persisted={persisted} />
      {isIncomplete(errors) && <Banner tone="danger">{missing}</Banner>}
      {recipient ? (
        <p>
          <span className="block text-sm font-medium">Recipient</span>
          {recipient.name}
        </p>
      ) : (
        <Recipient />
      )}
      <FormText<MessageValues>
        name="subject"
        label="Subject"
        required
        autoComplete="off"
        limit={SUBJECT_MAX}
      />
      <FormTextArea<MessageValues>
        name="content"
        label="Message"
        required
        rows={6}
        // In a reply, only the text can be missing.
        begins={Boolean(recipient && start.subject)}
      />
    </Form>
  );
}

function Recipient() {
  const user = useUser();
  const people = useQuery(peopleQuery());
  const chosen = useWatch<MessageValues, 'recipientId'>({ name: 'recipientId' });
  return (
    <FormCombobox<MessageValues>
      name="recipientId"
      label="Recipient"
      required
      placeholder="Choose a colleague"
      options={sortByLabel(recipientsFor(people.data ?? [], { userId: user.id, chosen }))}
      loading={people.isPending}
      emptyText={people.isError ? "Couldn't load colleagues" : 'No matching colleague'}
    />
  );
}

/** Possible recipients: active colleagues, and the one already selected. */
function recipientsFor(
  people: readonly Colleague[],
  { userId, chosen }: { userId: number; chosen: string },
): ComboboxOption[] {
  return people
    .filter(
      (person) => person.id !== userId && (person.status !== 'inactive' || String(person.id) === chosen),
    )
    .map((person) => ({
      value: String(person.id),
      label: [fullNameOf(person), person.department].filter(Boolean).join(' · '),
      ...(person.status === 'on_leave' && { hint: 'On leave' }),
    }));
}
