import { useState } from 'react';
import { useLockedThrough, useUser } from '#features/sessions/web/queries.ts';
import type { QueueRow } from './queries.ts';

/** Matches notes that may be approved together; the server decides in the end. */
const isSelectable = (row: QueueRow, userId: number, lockedThrough: string | null): boolean =>
  row.can.approve &&
  row.level !== 'warning' &&
  row.authorId !== userId &&
  // In a closed period each approval needs a reason of its own.
  (lockedThrough === null || row.workDate > lockedThrough);

/** The notes that are selected to be approved together. */
export function useSelection(rows: readonly QueueRow[]) {
  const { id: userId } = useUser();
  const lockedThrough = useLockedThrough();
  const [versions, setVersions] = useState<ReadonlyMap<number, number>>(new Map());
  const selectable = rows.filter((row) => isSelectable(row, userId, lockedThrough));
  // A note that was decided or signed again, or has a warning by now, is no longer selected.
  const selected = selectable.filter(({ id, version }) => versions.get(id) === version);
  const isSelected = (id: number) => selected.some((row) => row.id === id);
  const select = (chosen: readonly QueueRow[]) =>
    setVersions(new Map(chosen.map(({ id, version }) => [id, version])));
  function toggle(id: number) {
    const chosen = selectable.filter((row) => row.id === id);
    select(isSelected(id) ? selected.filter((row) => row.id !== id) : [...selected, ...chosen]);
  }
  return {
    selectable,
    selected,
    isSelected,
    canSelect: (id: number | undefined) => selectable.some((row) => row.id === id),
    toggle,
    selectAll: () => select(selectable),
    clear: () => select([]),
  };
}

export type Selection = ReturnType<typeof useSelection>;
