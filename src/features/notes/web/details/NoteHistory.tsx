import { useQuery } from '@tanstack/react-query';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { noteVersionsQuery, type NoteVersion } from '#features/notes/web/queries.ts';

type NoteHistoryProps = { id: number; timeZone: string };

const headings: Record<string, string> = {
  title: 'Title',
  content: 'Description',
  description: 'Description',
  research: 'Research & Analysis',
  summary: 'Summary',
};

/** The texts of a signed version, in reading order. */
function listTexts(canonical: string): { name: string; text: string }[] {
  const signed = JSON.parse(canonical) as Record<string, unknown>;
  return Object.entries(headings).flatMap(([key, name]) => {
    const text = signed[key];
    return typeof text === 'string' && text !== '' ? [{ name, text }] : [];
  });
}

/** Every signed version of a note, newest first. */
export function NoteHistory({ id, timeZone }: NoteHistoryProps) {
  const versions = useQuery(noteVersionsQuery(id));
  if (versions.isError) return <QueryError title="Couldn't load the history" query={versions} />;
  if (!versions.data) return <SkeletonText lines={2} />;
  return (
    <ol className="grid gap-2">
      {versions.data.map((version) => (
        <VersionItem key={version.version} version={version} timeZone={timeZone} />
      ))}
    </ol>
  );
}

function VersionItem({ version, timeZone }: { version: NoteVersion; timeZone: string }) {
  return (
    <li>
      <details className="rounded-md border border-line">
        <summary className="min-h-11 px-3 py-2.5 text-sm">
          <span className="font-medium">Version {version.version}</span>
          <span className="text-muted"> · signed {formatDateTimeZone(version.createdAt, timeZone)}</span>
        </summary>
        <div className="grid gap-3 border-t border-line px-3 py-3 text-sm">
          {listTexts(version.content).map(({ name, text }) => (
            <div key={name}>
              <h4 className="text-muted">{name}</h4>
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            </div>
          ))}
          {version.masked.length > 0 && (
            <p className="text-xs text-muted">
              Your copy leaves out the rate and the authorization number, which only managers see. The
              fingerprint covers the full text.
            </p>
          )}
          <div className="flex items-center gap-2">
            <p className="min-w-0 flex-1 text-xs wrap-anywhere text-muted">
              Fingerprint of what was signed (SHA-256): <code>{version.digest}</code>
            </p>
            <CopyButton value={version.digest} label="Copy fingerprint" />
          </div>
        </div>
      </details>
    </li>
  );
}
