import { LogOut, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { plural } from '#platform/web/format.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import { formatWorkTime } from '#features/notes/web/labels/noteLabels.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import type { KeptNote } from '#features/submission/web/entry/noteRecord.ts';
import { useUnsent } from '#features/submission/web/entry/unsentState.ts';
import { sendAgain, sendUnsent } from '#features/submission/web/offline/sendUnsent.ts';
import { listUnsent, releaseOpened } from '#features/submission/web/offline/unsentNotes.ts';
import { useLogout } from '#app/web/shell/useLogout.ts';

/** The only screen of a deactivated person: the notes kept on this device, which are sent from here. */
export function SendNotes() {
  const { id, businessName } = useUser();
  const { logout, pending } = useLogout();
  const notes = useUnsent();
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => {
    // The form that they were open in cannot be opened here.
    releaseOpened(id)
      .then(() => listUnsent(id))
      .then((stored) => setTotal(stored.length), reportError);
  }, [id]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-start gap-6 px-4 py-10">
      <title>Send your notes</title>
      <div className="grid gap-2">
        <h1 className="text-2xl font-semibold">Send your notes</h1>
        <p>
          Your account at {businessName} is inactive. An admin let you log in once to send the notes still on
          this device. Nothing else is available.
        </p>
      </div>
      <Card title="Notes on this device">
        {total === null ? <Spinner label="Loading notes" /> : <State total={total} waiting={notes} />}
        <ul className="mt-4 grid gap-3 empty:hidden">
          {notes.map((note) => (
            <li key={note.id}>
              <Unsent note={note} ownerId={id} />
            </li>
          ))}
        </ul>
      </Card>
      <div className="flex flex-wrap gap-3">
        {notes.some(({ refusal }) => refusal === null) && (
          <Button
            variant="primary"
            icon={<Send aria-hidden />}
            onClick={() => void sendUnsent(id).catch(reportError)}
          >
            Send now
          </Button>
        )}
        <Button icon={<LogOut aria-hidden />} pending={pending} onClick={logout}>
          Log out
        </Button>
      </div>
    </main>
  );
}

/** How many notes were sent and how many wait. */
function State({ total, waiting }: { total: number; waiting: readonly KeptNote[] }) {
  const sent = Math.max(0, total - waiting.length);
  const done =
    total === 0
      ? 'No notes on this device.'
      : `${plural(sent, 'note was', 'notes were')} sent. You can log out.`;
  return (
    <p role="status">
      {waiting.length === 0 ? done : `${plural(waiting.length, 'note', 'notes')} not sent yet.`}
    </p>
  );
}

function Unsent({ note: { id, values, refusal }, ownerId }: { note: KeptNote; ownerId: number }) {
  return (
    <Banner
      tone={refusal ? 'danger' : 'pending'}
      title={refusal ? "Couldn't be sent" : 'Not sent yet'}
      action={
        refusal && (
          <Button size="sm" onClick={() => void sendAgain(ownerId, id).catch(reportError)}>
            Try again
          </Button>
        )
      }
    >
      {refusal && <p>{[refusal.message, ...refusal.issues.map(({ message }) => message)].join(' ')}</p>}
      <p className="wrap-anywhere">{formatWorkTime(values)}</p>
      <p className="line-clamp-2 wrap-anywhere">{values.description}</p>
    </Banner>
  );
}
