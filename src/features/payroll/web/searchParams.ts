import { optional, toDay, toRowId } from '#platform/web/searchParams.ts';
import type { RawSearch } from '#platform/web/searchParams.ts';

/** `week` is any day of the week that is shown, `person` opens that person's entries. */
export const payrollSearch = (raw: RawSearch) =>
  optional({ week: toDay(raw['week']), person: toRowId(raw['person']) });
