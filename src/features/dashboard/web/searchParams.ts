import { optional, toDay, toOneOf, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';

/**
 * `months` is the period of the reviews; three without it. `week` (its first day) is that of the gaps, `gap` opens the
 * visits with one, `note` one of them.
 */
export const dashboardSearch = (raw: RawSearch) =>
  optional({
    months: toOneOf('6', '12')(raw['months']),
    week: toDay(raw['week']),
    gap: toText(raw['gap']),
    note: toRowId(raw['note']),
  });
