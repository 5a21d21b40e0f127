import { RECEIPT_PAGE } from '#features/notes/receiptRules.ts';

/** Routes of pages with a token in the address: receipts, new passwords, the first admin, returns from a payment. */
export const SECRET_PAGES = [
  `${RECEIPT_PAGE}:token`,
  '/reset-password',
  '/register-admin',
  '/payment-success',
];
