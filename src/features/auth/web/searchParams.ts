import { optional, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';

export const registerAdminSearch = (raw: RawSearch) =>
  optional({ businessId: toRowId(raw['businessId']), claim: toText(raw['claim']) });

export const resetPasswordSearch = (raw: RawSearch) => optional({ token: toText(raw['token']) });
