import { useQuery } from '@tanstack/react-query';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { noteFieldLabels } from '#features/notes/reviewRules.ts';
import { noteChangesQuery, type NoteChange } from './queries.ts';

const fieldLabels = { ...noteFieldLabels, timeUnitsUsed: 'Units' };

/** Changes since the version before, word by word. */
export function NoteChanges({ id }: { id: number }) {
  const changes = useQuery(noteChangesQuery(id));
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">Changes since the previous version</h3>
      {changes.isError && <QueryError title="Couldn't load the changes" query={changes} />}
      {!changes.isError && !changes.data && <SkeletonText lines={2} />}
      {changes.data?.length === 0 && <p className="text-sm text-muted">Only the signatures changed.</p>}
      {changes.data && changes.data.length > 0 && (
        <dl className="grid gap-2">
          {changes.data.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </dl>
      )}
    </section>
  );
}

function Change({ change: { field, parts } }: { change: NoteChange }) {
  return (
    <div>
      <dt className="text-sm text-muted">{fieldLabels[field]}</dt>
      <dd className="max-w-prose wrap-anywhere whitespace-pre-line">
        {withOffsets(parts).map(({ offset, kind, text }) => (
          <Part key={offset} kind={kind}>
            {text}
          </Part>
        ))}
      </dd>
    </div>
  );
}

/** The parts with the position of each in the text, as keys. */
function withOffsets(parts: NoteChange['parts']) {
  let end = 0;
  return parts.map((part) => {
    const offset = end;
    end += part.text.length;
    return { ...part, offset };
  });
}

function Part({ kind, children }: { kind: NoteChange['parts'][number]['kind']; children: string }) {
  if (kind === 'same') return children;
  // Screen readers do not announce the elements by themselves.
  return kind === 'added' ? (
    <ins className="rounded-sm bg-success px-0.5 text-success-ink underline">
      <span className="sr-only">[added: </span>
      {children}
      <span className="sr-only">]</span>
    </ins>
  ) : (
    <del className="rounded-sm bg-danger px-0.5 text-danger-ink line-through">
      <span className="sr-only">[removed: </span>
      {children}
      <span className="sr-only">]</span>
    </del>
  );
}
