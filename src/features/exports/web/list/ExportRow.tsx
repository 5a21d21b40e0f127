import { Download, Trash2 } from 'lucide-react';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { formatCount, formatDateTime } from '#platform/web/format.ts';
import { formatFileSize } from '#platform/web/numberFormat.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { Progress } from '#platform/web/ui/Progress.tsx';
import { Unprintable } from '#platform/web/ui/Unprintable.tsx';
import { fileAddress, useDeleteExport, type BusinessExport } from '#features/exports/web/queries.ts';

/** An export with its progress, its file, or why it failed. */
export function ExportRow({ job, timeZone }: { job: BusinessExport; timeZone: string }) {
  const created = formatDateTime(job.createdAt, timeZone);
  const deletion = useDeleteExport();
  const remove = () =>
    confirmChange({
      title: `Delete the export of ${created}?`,
      body: "Its file will be deleted for everyone. This can't be undone, but you can create another export.",
      change: () => deletion.mutateAsync(job.id),
      done: 'Export deleted',
      failed: "Couldn't delete the export",
    });
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{created}</p>
        <Status job={job} />
        <Unprintable codes={job.unprintable} />
      </div>
      <div className="flex items-center gap-2">
        {job.state === 'done' && (
          <a
            href={fileAddress(job)}
            download
            aria-label={`Download the export of ${created}`}
            className={buttonClass({ variant: 'secondary' })}
          >
            <Download aria-hidden />
            Download
          </a>
        )}
        {job.state !== 'running' && (
          <IconButton
            label={`Delete the export of ${created}`}
            icon={<Trash2 aria-hidden />}
            pending={deletion.isPending}
            onClick={() => void remove()}
          />
        )}
      </div>
    </li>
  );
}

function Status({ job: { state, done, of, fileSize, failure } }: { job: BusinessExport }) {
  if (state === 'done') return <p className="text-sm text-muted">{formatFileSize(fileSize ?? 0)}</p>;
  if (state === 'failed') return <p className="text-sm text-danger-ink">{failure}</p>;
  if (state === 'queued') return <p className="text-sm text-muted">Waiting for its turn</p>;
  const figure = of === 0 ? 'Starting' : `${formatCount(done)} of ${formatCount(of)} steps`;
  return (
    <Progress className="mt-1 max-w-md" label="Creating the file" value={done} max={of} figure={figure} />
  );
}
