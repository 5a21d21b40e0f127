import { optional, toDay, toRowId, type RawSearch } from '#platform/web/searchParams.ts';

/** `week` is any day of the selected week, `person` opens the employee's entries. */
export const payrollSearch = (raw: RawSearch) =>
  optional({ week: toDay(raw['week']), person: toRowId(raw['person']) });
