import { optional, toOneOf, type RawSearch } from '#platform/web/searchParams.ts';

/** `action=add` opens the Add Employee dialog. */
export const employeesSearch = (raw: RawSearch) => optional({ action: toOneOf('add')(raw['action']) });
