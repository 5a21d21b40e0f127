import { optional, toRowId, type RawSearch } from '#platform/web/searchParams.ts';

/** `draft` loads a draft, `client` starts a note for a client, `note` edits one of the user's own notes. */
export const submitSearch = (raw: RawSearch) =>
  optional({ draft: toRowId(raw['draft']), client: toRowId(raw['client']), note: toRowId(raw['note']) });
