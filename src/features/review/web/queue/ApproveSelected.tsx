import { Check } from 'lucide-react';
import { useState } from 'react';
import { isSessionExpired } from '#platform/web/apiError.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { formatDay, plural } from '#platform/web/format.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import { unitsLabel } from '#features/services/rules.ts';
import { formatMinutes } from '#features/units/rules.ts';
import { useApproveNotes, type ApproveResult, type QueueRow } from './queries.ts';
import { formatVisitNames } from './QueueItem.tsx';
import type { Selection } from './useSelection.ts';

/** The most notes that one request may approve. */
const MAX = 200;

const reasons: Record<Exclude<ApproveResult['result'], 'approved'>, string> = {
  not_found: 'was deleted',
  note_not_pending: 'was reviewed by someone else',
  version_changed: 'was signed again',
  period_locked: 'is in a closed period',
  note_disputed: 'is disputed by the client',
  own_note: 'is your own note',
  has_warnings: 'has a warning',
};

/** Approves the selected notes together, and lists those that were not approved. */
export function useApproveSelected(selection: Selection, onApproved: (ids: number[]) => void) {
  const change = useApproveNotes();
  const attempt = useIdempotencyKey();
  const [failures, setFailures] = useState<string[]>([]);

  async function approve() {
    const rows = selection.selected.slice(0, MAX);
    if (rows.length === 0 || change.isPending) return;
    const title = `Approve ${plural(rows.length, 'note', 'notes')}?`;
    if (!(await confirm({ title, body: sumOf(rows), confirmLabel: 'Approve' }))) return;
    const notes = rows.map(({ id, version }) => ({ id, version }));
    try {
      const results = await change.mutateAsync({ notes, attempt: attempt.keyFor(notes) });
      attempt.done();
      selection.clear();
      setFailures(listFailures(rows, results));
      const approved = results.filter(({ result }) => result === 'approved').map(({ id }) => id);
      toast({ title: `${plural(approved.length, 'note', 'notes')} approved` });
      onApproved(approved);
    } catch (error) {
      if (!isSessionExpired(error)) failureToast(error, 'Failed to approve the notes');
    }
  }

  return { approve: () => void approve(), pending: change.isPending, failures, clear: () => setFailures([]) };
}

type ApproveSelectedProps = { selection: Selection; approval: ReturnType<typeof useApproveSelected> };

/** The selected notes with their sum, and the button that approves them together. */
export function ApproveSelected({ selection, approval }: ApproveSelectedProps) {
  const { selectable, selected } = selection;
  const { failures } = approval;
  return (
    <div className="mb-2 grid gap-2">
      {failures.length > 0 && (
        <Banner
          tone="pending"
          title={`${plural(failures.length, 'note was', 'notes were')} not approved`}
          onDismiss={approval.clear}
        >
          <ul>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div className="flex min-h-11 flex-wrap items-center gap-2 text-sm">
        {selected.length === 0 ? (
          selectable.length > 0 && (
            <Button size="sm" onClick={selection.selectAll}>
              Select {plural(selectable.length, 'note', 'notes')} without warnings
            </Button>
          )
        ) : (
          <>
            <Button
              size="sm"
              variant="primary"
              icon={<Check aria-hidden />}
              pending={approval.pending}
              onClick={approval.approve}
            >
              Approve {plural(selected.length, 'note', 'notes')}
            </Button>
            <Button size="sm" variant="ghost" onClick={selection.clear}>
              Clear selection
            </Button>
            <p role="status" className="tabular text-muted">
              {sumOf(selected)}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

/** '38 notes, 312 units, 78 h'. */
function sumOf(rows: readonly QueueRow[]): string {
  const units = rows.reduce((sum, { timeUnitsUsed }) => sum + Number(timeUnitsUsed), 0);
  const minutes = rows.reduce((sum, row) => sum + row.minutes, 0);
  return `${plural(rows.length, 'note', 'notes')}, ${unitsLabel(units)}, ${formatMinutes(minutes)}`;
}

const listFailures = (rows: readonly QueueRow[], results: readonly ApproveResult[]): string[] =>
  rows.flatMap((row) => {
    const result = results.find(({ id }) => id === row.id)?.result;
    return result === undefined || result === 'approved'
      ? []
      : [`${formatVisitNames(row)}, ${formatDay(row.workDate)} ${reasons[result]}`];
  });
