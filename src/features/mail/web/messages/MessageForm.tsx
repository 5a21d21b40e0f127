import { ownKey } from '#platform/web/forms/formMemory.ts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { isSessionExpired } from '#platform/web/apiError.ts';
import { Form } from '#platform/web/forms/Form.tsx';
import { FormCombobox } from '#platform/web/forms/FormCombobox.tsx';
import { FormText } from '#platform/web/forms/FormText.tsx';
import { FormTextArea } from '#platform/web/forms/FormTextArea.tsx';
import { showSaveError } from '#platform/web/forms/serverIssues.ts';
import { RestoredBanner } from '#platform/web/forms/RestoredBanner.tsx';
import { useFormMemory } from '#platform/web/forms/useFormMemory.ts';
import { useZodForm } from '#platform/web/forms/useZodForm.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { peopleQuery } from '#features/people/web/queries.ts';
import { SUBJECT_MAX } from '#features/mail/rules.ts';
import { isIncomplete, messageForm } from './messageForm.ts';
import type { MessageOutput, MessageValues } from './messageForm.ts';
import { recipientsFor } from './recipients.ts';

export type MessageFormProps = {
  /** The form's id, for the button in the dialog's footer. */
  id: string;
  /** The key under which unsaved input is stored. */
  memory: string;
  /** The initial values; with `recipient` the recipient can't be changed. */
  start: Partial<MessageValues>;
  recipient?: { name: string } | undefined;
  /** The banner when a required field is empty. */
  missing: string;
  /** Sends the message. @throws the server's error */
  onSend: (values: MessageOutput) => Promise<void>;
};

/** Recipient, subject and text of a message. */
export function MessageForm(props: MessageFormProps) {
  const { id, memory: name, start, recipient, missing, onSend } = props;
  const user = useUser();
  const defaultValues: MessageValues = { recipientId: '', subject: '', content: '', ...start };
  const form = useZodForm({ schema: messageForm, defaultValues });
  const memory = useFormMemory({ key: ownKey(user.id, `mail:${name}`), form });
  const { errors } = form.formState;
  async function send(values: MessageOutput) {
    try {
      await onSend(values);
      memory.clear();
    } catch (error) {
      if (!isSessionExpired(error)) showSaveError(form, error, "The message wasn't sent.");
    }
  }
  return (
    <Form id={id} form={form} onSubmit={send}>
      <RestoredBanner
        restored={memory.restored}
        onStartOver={() => {
          form.reset(defaultValues);
          memory.clear();
        }}
      />
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
        // In a reply only the text is missing.
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
      options={recipientsFor(people.data ?? [], { userId: user.id, chosen })}
      loading={people.isPending}
      emptyText={people.isError ? "Couldn't load colleagues" : 'No matching colleague'}
    />
  );
}
