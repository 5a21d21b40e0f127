import { optional, toOneOf, type RawSearch } from '#platform/web/searchParams.ts';

/** `months` is the period of the reviews; three without it. */
export const dashboardSearch = (raw: RawSearch) => optional({ months: toOneOf('6', '12')(raw['months']) });
