/** Components of notes for other features. */

import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import type { NoteStatus } from '#features/notes/contract.ts';
import { statusLabels } from '#features/notes/rules.ts';
import { toShortServiceName } from '#features/services/rules.ts';
import { DisputedBadge, NoteStatusBadge } from './labels/NoteBadges.tsx';
import type { NoteRow } from './queries.ts';

export { DisputedBadge } from './labels/NoteBadges.tsx';

/** The status of a note in a narrow list, and whether the client disputes it. */
export function NoteStatusLabel({ note }: { note: Pick<NoteRow, 'status' | 'disputed'> }) {
  return (
    <span className="flex flex-col items-end gap-1">
      {statusLabels[note.status]}
      {note.disputed && <DisputedBadge />}
    </span>
  );
}

/** The status and service of a note, and whether the client disputes it. */
export function NoteBadges({ note }: { note: Pick<NoteRow, 'status' | 'disputed' | 'serviceName'> }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <NoteStatusBadge status={note.status} />
      {note.disputed && <DisputedBadge />}
      <span className="text-sm text-muted">{toShortServiceName(note.serviceName)}</span>
    </span>
  );
}

type FilterProps<Value> = { value: Value | undefined; onChange: (value: Value | undefined) => void };

export function StatusFilter(props: FilterProps<NoteStatus>) {
  return <FilterSelect label="Status" all="All statuses" options={toOptions(statusLabels)} {...props} />;
}
