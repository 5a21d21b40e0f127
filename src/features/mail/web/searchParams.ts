import { optional, toOneOf, toRowId, type RawSearch } from '#platform/web/searchParams.ts';

/** `tab` is the box, `message` the open message, `to` starts a message to that person. */
export const mailSearch = (raw: RawSearch) =>
  optional({ tab: toOneOf('sent')(raw['tab']), message: toRowId(raw['message']), to: toRowId(raw['to']) });
