/** Visits that the last claim batch left out, until the page is reloaded. */

import { createStore } from '#platform/web/store.ts';
import type { Invoice } from '#features/invoices/web/queries.ts';

type NotIncluded = { notes: Invoice['notIncluded']; hasMore: boolean };

const store = createStore<(NotIncluded & { batchId: number }) | null>(null);

export const setNotIncluded = (batchId: number, left: NotIncluded): void => store.set({ batchId, ...left });

const NONE: NotIncluded = { notes: [], hasMore: false };

/** The visits that a batch left out; none for one that was not created in this tab. */
export function useNotIncluded(batchId: number): NotIncluded {
  const left = store.useValue();
  return left?.batchId === batchId ? left : NONE;
}
