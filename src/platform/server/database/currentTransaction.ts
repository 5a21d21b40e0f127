/** The transaction that the running code works in, kept by Node through every `await`. */
import { AsyncLocalStorage } from 'node:async_hooks';

export const currentTransaction = new AsyncLocalStorage<{ readonly closed: boolean }>();

/** @throws inside a transaction: the embedded database has one connection and would wait for itself */
export function assertNoTransaction(): void {
  if (currentTransaction.getStore()) throw new Error('A second connection inside a transaction');
}
