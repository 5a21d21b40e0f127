import { RECEIPT_PAGE } from '#features/notes/receiptRules.ts';

/** Matches the pages that are the same with and without a session: a client's, on any phone. */
export const isPublicPath = (path: string): boolean => path.startsWith(RECEIPT_PAGE);
