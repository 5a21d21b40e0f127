/** What the last claim batch left out, until the page is reloaded. */
import { createStore } from '#platform/web/store.ts';
import type { Invoice } from '#features/invoices/web/queries.ts';

type Left = { batchId: number; notes: Invoice['notIncluded'] };

const store = createStore<Left | null>(null);

export const setNotIncluded = (batchId: number, notes: Left['notes']): void => store.set({ batchId, notes });

/** The visits that a batch left out; none for one that was not created in this tab. */
export function useNotIncluded(batchId: number): Left['notes'] {
  const left = store.useValue();
  return left?.batchId === batchId ? left.notes : [];
}
