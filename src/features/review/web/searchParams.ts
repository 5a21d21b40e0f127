import { optional, toDay, toOneOf, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';
import { noteListSearch } from '#features/notes/web/searchParams.ts';

/** `view=resources` shows resources, limited by `filter` (`shown` in old links); `resource` opens one. */
export const managementSearch = (raw: RawSearch) =>
  optional({
    ...noteListSearch(raw),
    clientId: toRowId(raw['clientId']),
    authorId: toRowId(raw['authorId']),
    action: toOneOf('add')(raw['action']),
    view: toOneOf('resources')(raw['view']),
    filter: toOneOf('inactive', 'archived', 'any')(raw['filter'] ?? raw['shown']),
    resource: toRowId(raw['resource']),
  });

const toTrue = (value: unknown): true | undefined => (String(value) === 'true' ? true : undefined);

/** The filters of the review queue, its page, and the open note. */
export const reviewSearch = (raw: RawSearch) =>
  optional({
    status: toOneOf('in-review')(raw['status']),
    category: toText(raw['category']),
    clientId: toRowId(raw['clientId']),
    authorId: toRowId(raw['authorId']),
    dateFrom: toDay(raw['dateFrom']),
    dateTo: toDay(raw['dateTo']),
    warnings: toTrue(raw['warnings']),
    resubmitted: toTrue(raw['resubmitted']),
    cursor: toText(raw['cursor']),
    from: toRowId(raw['from']),
    note: toRowId(raw['note']),
  });
