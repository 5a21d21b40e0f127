/** Addresses that end with a receipt's token, as a page and as an endpoint. */
export const RECEIPT_PATHS = { page: '/r/', api: '/api/receipts/' };
