import { optional, toDay, toOneOf, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';
import type { NoteStatus } from '#features/notes/contract.ts';
import { statusLabels } from '#features/notes/rules.ts';

const toStatus = toOneOf(...(Object.keys(statusLabels) as NoteStatus[]));

/** The filters of a list of notes, its page with the number of the first row, and the open note. */
export function noteListSearch(raw: RawSearch) {
  return {
    status: toStatus(raw['status']),
    category: toText(raw['category']),
    cursor: toText(raw['cursor']),
    from: toRowId(raw['from']),
    note: toRowId(raw['note']),
  };
}

export const myNotesSearch = (raw: RawSearch) => optional(noteListSearch(raw));

/** The notes in a client's record. */
export const clientNotesSearch = (raw: RawSearch) => optional(noteListSearch(raw));

/** `view=resources` shows resources, limited by `filter` (`shown` in old links); `resource` opens one. */
export const managementSearch = (raw: RawSearch) =>
  optional({
    ...noteListSearch(raw),
    clientId: toRowId(raw['clientId']),
    authorId: toRowId(raw['authorId']),
    action: toOneOf('add')(raw['action']),
    view: toOneOf('resources')(raw['view']),
    filter: toOneOf('inactive', 'archived', 'any')(raw['filter'] ?? raw['shown']),
    resource: toRowId(raw['resource']),
  });

const toTrue = (value: unknown): true | undefined => (String(value) === 'true' ? true : undefined);

/** The filters of the review queue, its page, and the open note. */
export const reviewSearch = (raw: RawSearch) =>
  optional({
    status: toOneOf('in-review')(raw['status']),
    category: toText(raw['category']),
    clientId: toRowId(raw['clientId']),
    authorId: toRowId(raw['authorId']),
    dateFrom: toDay(raw['dateFrom']),
    dateTo: toDay(raw['dateTo']),
    warnings: toTrue(raw['warnings']),
    resubmitted: toTrue(raw['resubmitted']),
    cursor: toText(raw['cursor']),
    from: toRowId(raw['from']),
    note: toRowId(raw['note']),
  });

/** `draft` loads a draft, `client` starts a note for a client, `note` edits one of the user's own notes. */
export const submitSearch = (raw: RawSearch) =>
  optional({ draft: toRowId(raw['draft']), client: toRowId(raw['client']), note: toRowId(raw['note']) });
