import { Link } from '@tanstack/react-router';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { isDecided } from '#features/notes/rules.ts';
import { toastChangeError } from '#features/notes/web/changes/toastChangeError.ts';
import type { Note } from '#features/notes/web/queries.ts';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { ExplanationForm } from './ExplanationForm.tsx';
import { useRemoveExplanation } from './queries.ts';

type Check = Note['checks'][number];
type NoteChecksProps = {
  note: Pick<Note, 'id' | 'version' | 'authorId' | 'status' | 'checks'>;
  timeZone: string;
};

/** Possible problems of a note, one line for each; managers can mark those of others as explained. */
export function NoteChecks({ note, timeZone }: NoteChecksProps) {
  const { id: userId } = useUser();
  const canExplain = useIsManager() && note.authorId !== userId && !isDecided(note.status);
  if (note.checks.length === 0) return null;
  return (
    <section aria-label="Checks" className="grid gap-2">
      <h3 className="text-sm font-semibold">Checks</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {note.checks.map((check) => (
          <li key={check.code} className="grid gap-2 px-4 py-3 text-sm">
            <CheckLine check={check} />
            {check.explanation && <Explanation explanation={check.explanation} timeZone={timeZone} />}
            {canExplain && check.code !== 'own_note' && <ExplainAction note={note} check={check} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function CheckLine({ check: { level, message, relatedNoteIds, explanation } }: { check: Check }) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      {explanation ? (
        <Badge tone="success" icon={<CircleCheck aria-hidden />}>
          Explained
        </Badge>
      ) : (
        <CheckLevelBadge level={level} />
      )}
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {message}
        {relatedNoteIds.length > 0 && (
          <span className="mt-1 flex flex-wrap gap-x-3">
            {relatedNoteIds.map((id) => (
              <NoteLink key={id} id={id} />
            ))}
          </span>
        )}
      </p>
    </div>
  );
}

function CheckLevelBadge({ level }: { level: Check['level'] }) {
  return level === 'warning' ? (
    <Badge tone="pending" icon={<TriangleAlert aria-hidden />}>
      Warning
    </Badge>
  ) : (
    <Badge tone="info" icon={<Info aria-hidden />}>
      Info
    </Badge>
  );
}

const LINK =
  'text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

/** Opens a note where the user finds their notes. */
function NoteLink({ id }: { id: number }) {
  return useIsManager() ? (
    <Link to="/management" search={{ note: id }} className={LINK}>
      Note {id}
    </Link>
  ) : (
    <Link to="/my-notes" search={{ note: id }} className={LINK}>
      Note {id}
    </Link>
  );
}

type ExplanationProps = { explanation: NonNullable<Check['explanation']>; timeZone: string };

const Explanation = ({ explanation: { reason, byName, at }, timeZone }: ExplanationProps) => (
  <p className="wrap-anywhere">
    {reason}
    <span className="block text-muted">
      {byName}, {formatDateTimeZone(at, timeZone)}
    </span>
  </p>
);

type ExplainActionProps = { note: Pick<Note, 'id' | 'version'>; check: Check };

function ExplainAction({ note: { id, version }, check }: ExplainActionProps) {
  const { code, relatedNoteIds, explanation } = check;
  const [isOpen, setOpen] = useState(false);
  const remove = useRemoveExplanation();
  if (isOpen && !explanation) {
    const address = { id, version, code, relatedNoteIds };
    return <ExplanationForm check={address} onClose={() => setOpen(false)} />;
  }
  const undo = () =>
    void remove
      .mutateAsync({ id, code })
      .then(() => setOpen(false))
      .catch((error: unknown) => toastChangeError(error, "Couldn't remove the explanation"));
  return (
    <Button
      size="sm"
      className="justify-self-start"
      pending={remove.isPending}
      onClick={explanation ? undo : () => setOpen(true)}
    >
      {explanation ? 'Remove explanation' : 'Mark as explained'}
    </Button>
  );
}
