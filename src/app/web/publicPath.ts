import { RECEIPT_PAGE } from '#features/notes/receiptRules.ts';

/** Whether the page at this address is the same with and without a session: a client's, on any phone. */
export const isPublicPath = (path: string): boolean => path.startsWith(RECEIPT_PAGE);
