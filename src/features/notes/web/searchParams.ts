import type { NoteCategory, NoteStatus } from '#features/notes/contract.ts';
import { optional, toOneOf, toRowId, toText } from '#platform/web/searchParams.ts';
import type { RawSearch } from '#platform/web/searchParams.ts';

const toStatus = toOneOf<NoteStatus>('pending', 'in-review', 'in-progress', 'resolved', 'denied');
const toCategory = toOneOf<NoteCategory>('transitional', 'sustaining');

/** Filters of a list of notes, its page with the number of its first row, and the note that is open over it. */
export function noteListSearch(raw: RawSearch) {
  return {
    status: toStatus(raw['status']),
    category: toCategory(raw['category']),
    cursor: toText(raw['cursor']),
    from: toRowId(raw['from']),
    note: toRowId(raw['note']),
  };
}

export const myNotesSearch = (raw: RawSearch) => optional(noteListSearch(raw));

/** `view=resources` shows the business's resources, `shown` which of them, `resource` opens one. */
export const managementSearch = (raw: RawSearch) =>
  optional({
    ...noteListSearch(raw),
    clientId: toRowId(raw['clientId']),
    authorId: toRowId(raw['authorId']),
    action: toOneOf('add')(raw['action']),
    view: toOneOf('resources')(raw['view']),
    shown: toOneOf('inactive', 'archived', 'any')(raw['shown']),
    resource: toRowId(raw['resource']),
  });

/** `draft` loads a draft, `note` a note of the user's own to change and submit again. */
export const submitSearch = (raw: RawSearch) =>
  optional({ draft: toRowId(raw['draft']), note: toRowId(raw['note']) });
