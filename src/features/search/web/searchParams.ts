import { optional, toDay, toOneOf, toText, type RawSearch } from '#platform/web/searchParams.ts';
import { noteListSearch } from '#features/notes/web/searchParams.ts';

/** The search with its filters, page and open note; `show=all` lists all notes. */
export const notesSearch = (raw: RawSearch) =>
  optional({
    ...noteListSearch(raw),
    q: toText(raw['q']),
    dateFrom: toDay(raw['dateFrom']),
    dateTo: toDay(raw['dateTo']),
    show: toOneOf('all')(raw['show']),
  });
