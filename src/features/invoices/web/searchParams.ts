import { optional, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';

/** The filter of the list of invoices, and its page with the number of the first row. */
export const billingSearch = (raw: RawSearch) =>
  optional({
    state: toText(raw['state']),
    cursor: toText(raw['cursor']),
    from: toRowId(raw['from']),
  });
