/** The address of a receipt's page, which ends with its token. */
export const RECEIPT_PAGE = '/r/';
