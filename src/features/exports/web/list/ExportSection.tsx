import { PackageOpen } from 'lucide-react';
import { failureToast } from '#platform/web/failureToast.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { EXPORT_DAYS } from '#features/exports/rules.ts';
import { useExports, useStartExport } from '#features/exports/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { ExportRow } from './ExportRow.tsx';

/** Exports of the whole business, for admins. */
export function ExportSection() {
  const { timeZone } = useUser();
  const list = useExports();
  const start = useStartExport();
  const attempt = useIdempotencyKey();
  const isInProgress = list.data?.some(({ state }) => state === 'queued' || state === 'running') ?? false;
  function create() {
    start.mutate(attempt.keyFor('export'), {
      onSuccess: () => attempt.done(),
      onError: (error) => failureToast(error, "Couldn't start the export", 'instead'),
    });
  }
  return (
    <Card
      title="Export"
      description="One ZIP file with all of your business's data."
      actions={
        <Button icon={<PackageOpen aria-hidden />} pending={start.isPending || isInProgress} onClick={create}>
          Create export
        </Button>
      }
    >
      <Contents />
      {list.isError && <QueryError title="Couldn't load the exports" query={list} />}
      {list.isPending && <Skeleton className="mt-4 h-16" />}
      {list.data?.length === 0 && <p className="mt-4 text-sm text-muted">No exports yet</p>}
      {list.data !== undefined && list.data.length > 0 && (
        <ul aria-label="Exports" className="mt-4 divide-y divide-line border-t border-line">
          {list.data.map((one) => (
            <ExportRow key={one.id} job={one} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Record type and what it does not. */
function Contents() {
  return (
    <div className="grid max-w-prose gap-2 text-sm">
      <p>
        The file contains people, clients, authorizations, assignments, notes, hours, units, invoices, claims,
        messages, and the audit log as CSV and JSON, your uploaded files, and a PDF of each signed note. It
        can be imported into another Quarterhour server.
      </p>
      <p>
        Passwords and signature codes are not in the file. The file contains health information: store it in a
        safe place. Only the newest file is kept here, for {EXPORT_DAYS} days or until you delete it. It
        counts toward your business's 2 GB of storage.
      </p>
    </div>
  );
}
