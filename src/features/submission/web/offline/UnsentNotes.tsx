import { useNavigate } from '@tanstack/react-router';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { formatWorkTime } from '#features/notes/web/labels/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import type { KeptNote } from '#features/submission/web/entry/noteRecord.ts';
import { useUnsent } from '#features/submission/web/entry/unsentState.ts';
import { discardUnsent, openUnsent } from './openUnsent.ts';
import { sendAgain } from './sendUnsent.ts';

/** The notes that wait on this device, to open or to discard. */
export function UnsentNotes() {
  const notes = useUnsent();
  if (notes.length === 0) return null;
  return (
    <section aria-label="Not sent yet" className="grid gap-3">
      {notes.map((note) => (
        <Unsent key={note.id} note={note} />
      ))}
    </section>
  );
}

function Unsent({ note }: { note: KeptNote }) {
  const userId = useUser().id;
  const navigate = useNavigate();
  const clients = useClients().data ?? [];
  const { id, values, refusal, status } = note;
  const isOpen = status === 'editing';
  const client = clients.find((one) => String(one.id) === values.clientId);

  async function open() {
    if (await openUnsent(userId, id)) await navigate({ to: '/submit' });
  }

  async function discard() {
    const question = {
      title: 'Discard this note?',
      body: 'Its text and signatures will be lost.',
    };
    if (await confirm({ ...question, confirmLabel: 'Discard', danger: true }))
      await discardUnsent(userId, id);
  }

  return (
    <Banner
      tone={refusal ? 'danger' : 'pending'}
      title={toTitle(note)}
      action={
        <span className="flex flex-wrap gap-2">
          {(isOpen || refusal) && !refusal?.isSent && (
            <Button size="sm" onClick={() => void sendAgain(userId, id).catch(reportError)}>
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

function toTitle({ status, refusal }: KeptNote): string {
  if (status === 'editing') return 'Being edited, not sent yet';
  return refusal ? "Couldn't be sent" : 'Not sent yet';
}
