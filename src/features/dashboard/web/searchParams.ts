import { optional, toDay, toOneOf, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';

/**
 * `months` is the period of the reviews; three without it. `week` is the first day of the week whose gaps are listed,
 * `gap` opens the visits with that gap, `note` opens one of their notes.
 */
export const dashboardSearch = (raw: RawSearch) =>
  optional({
    months: toOneOf('6', '12')(raw['months']),
    week: toDay(raw['week']),
    gap: toText(raw['gap']),
    note: toRowId(raw['note']),
  });
