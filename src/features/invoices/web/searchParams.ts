import { optional, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';
import { PAYER_NAME_MAX } from '#features/clients/rules.ts';

/** The filters of the list of invoices, and its page with the number of the first row. */
export const billingSearch = (raw: RawSearch) =>
  optional({
    state: toText(raw['state']),
    clientId: toRowId(raw['clientId']),
    payer: toText(raw['payer'], PAYER_NAME_MAX),
    cursor: toText(raw['cursor']),
    from: toRowId(raw['from']),
  });
