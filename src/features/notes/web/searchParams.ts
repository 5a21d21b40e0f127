import { optional, toOneOf, toRowId, toText, type RawSearch } from '#platform/web/searchParams.ts';
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
