import type { PlanType } from '#features/businesses/contract.ts';
import { optional, toOneOf, type RawSearch } from '#platform/web/searchParams.ts';

export const registerSearch = (raw: RawSearch) =>
  optional({ plan: toOneOf<PlanType>('premium', 'professional')(raw['plan']) });
