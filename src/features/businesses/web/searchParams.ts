import { optional, toOneOf, type RawSearch } from '#platform/web/searchParams.ts';
import { PLANS } from '#features/businesses/rules.ts';

export const registerSearch = (raw: RawSearch) => optional({ plan: toOneOf(...PLANS)(raw['plan']) });
