import { optional, toDay, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';

/** The page of a client's history with the number of its first row. */
export const clientHistorySearch = (raw: RawSearch) =>
  optional({ cursor: toText(raw['cursor']), from: toRowId(raw['from']) });

/** Filters of the audit log and its page with the number of its first row. */
export const auditSearch = (raw: RawSearch) =>
  optional({
    actor: toRowId(raw['actor']),
    object: toText(raw['object']),
    objectId: toRowId(raw['objectId']),
    dateFrom: toDay(raw['dateFrom']),
    dateTo: toDay(raw['dateTo']),
    cursor: toText(raw['cursor']),
    from: toRowId(raw['from']),
  });
