import { messageOf } from '#platform/web/apiError.ts';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { CopyButton } from '#platform/web/ui/CopyButton.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { NoteVersion } from '#features/notes/web/queries.ts';
import { useNoteVersions } from '#features/notes/web/queries.ts';
import { textsOfVersion } from './versionTexts.ts';

type NoteHistoryProps = { id: number; timeZone: string };

/** Every version of a note as it was signed, newest first. */
export function NoteHistory({ id, timeZone }: NoteHistoryProps) {
  const versions = useNoteVersions(id);
  if (versions.isError) {
    return (
      <ErrorState
        title="Couldn't load the history"
        body={messageOf(versions.error, 'Please try again.')}
        onRetry={() => void versions.refetch()}
        retrying={versions.isFetching}
      />
    );
  }
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
          {textsOfVersion(version.content).map(({ name, text }) => (
            <div key={name}>
              <h4 className="text-muted">{name}</h4>
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
            </div>
          ))}
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
