import { useState } from 'react';
import { useUser } from '#features/sessions/web/queries.ts';
import type { QueueRow } from './queries.ts';

/** Whether a note may be approved together with others; the server decides in the end. */
export const isClean = (row: QueueRow, userId: number): boolean =>
  row.can.approve && row.level !== 'warning' && row.authorId !== userId;

/** The notes that are selected to be approved together. */
export function useSelection(rows: readonly QueueRow[]) {
  const { id: userId } = useUser();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const clean = rows.filter((row) => isClean(row, userId));
  // A note that was decided, or has a warning by now, is no longer selected.
  const selected = clean.filter(({ id }) => ids.has(id));
  function toggle(id: number) {
    setIds((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set([...old, id])));
  }
  return {
    clean,
    selected,
    isSelected: (id: number) => selected.some((row) => row.id === id),
    canSelect: (id: number | undefined) => clean.some((row) => row.id === id),
    toggle,
    selectClean: () => setIds(new Set(clean.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
