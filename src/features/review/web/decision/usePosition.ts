import { useState } from 'react';

/**
 * The position of the open row in a list, and the rows before and after it. A row that leaves the list (decided,
 * filtered) keeps its position between the rows around it.
 */
export function usePosition(rows: readonly { id: number }[], id: number | undefined) {
  const [last, setLast] = useState({ id, index: -1 });
  const index = rows.findIndex((row) => row.id === id);
  if (index !== -1 && (last.id !== id || last.index !== index)) setLast({ id, index });
  const current = index === -1 && last.id === id ? last.index - 0.5 : index;
  const isListed = current >= -0.5 && id !== undefined;
  return {
    /** From 0; -1 when the row is not in the list. */
    index,
    next: isListed ? rows[Math.floor(current) + 1]?.id : undefined,
    previous: isListed ? rows[Math.ceil(current) - 1]?.id : undefined,
  };
}
