import { useNavigate } from '@tanstack/react-router';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { formatWorkTime } from '#features/notes/web/labels/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { useUnsent, type UnsentNote } from '#features/submission/web/entry/unsentState.ts';
import { discardUnsent, openUnsent } from './openUnsent.ts';
import { sendAgain } from './sendUnsent.ts';

/** The notes that wait on this device, to open or to discard. */
export function UnsentNotes() {
  const notes = useUnsent();
  if (notes.length === 0) return null;
  return (
    <section aria-label="Not sent yet" className="grid gap-3">
      {notes.map((note) => (
        <Unsent key={note.name} note={note} />
      ))}
    </section>
  );
}

function Unsent({ note }: { note: UnsentNote }) {
  const { id } = useUser();
  const navigate = useNavigate();
  const clients = useClients().data ?? [];
  const { name, values, refusal, isOpen } = note;
  const client = clients.find((one) => String(one.id) === values.clientId);

  async function open() {
    if (await openUnsent(id, name)) await navigate({ to: '/submit' });
  }

  async function discard() {
    const question = {
      title: 'Discard this note?',
      body: 'Its text and signatures will be lost.',
    };
    if (await confirm({ ...question, confirmLabel: 'Discard', danger: true })) await discardUnsent(id, name);
  }

  return (
    <Banner
      tone={refusal ? 'danger' : 'pending'}
      title={toTitle(note)}
      action={
        <span className="flex flex-wrap gap-2">
          {(isOpen || refusal) && !refusal?.isSent && (
            <Button size="sm" onClick={() => void sendAgain(id, name).catch(reportError)}>
              {isOpen ? 'Send without changes' : 'Try again'}
            </Button>
          )}
          <Button size="sm" onClick={() => void open().catch(reportError)}>
            {isOpen ? 'Continue editing' : 'Open'}
          </Button>
          <Button size="sm" onClick={() => void discard().catch(reportError)}>
            Discard
          </Button>
        </span>
      }
    >
      {refusal && <p>{[refusal.message, ...refusal.issues.map(({ message }) => message)].join(' ')}</p>}
      <p className="wrap-anywhere">
        {[client?.contactName, formatWorkTime(values)].filter(Boolean).join(' · ')}
      </p>
    </Banner>
  );
}

function toTitle({ refusal, isOpen }: UnsentNote): string {
  if (isOpen) return 'Being edited, not sent yet';
  return refusal ? "Couldn't be sent" : 'Not sent yet';
}
