import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { filter, idInQuery, pageQuery } from '#platform/contract/fields.ts';
import { noteRow, noteStatus, workDates } from '#features/notes/contract.ts';
import { serviceKey } from '#features/services/contract.ts';
import { QUERY_MAX } from './rules.ts';

/** The searched fields of a note. */
const field = z.enum(['title', 'client', 'contact', 'author', 'description', 'research', 'summary']);
export type SearchField = z.infer<typeof field>;

const highlight = z.object({
  field,
  /** The field, or an excerpt of a long one, as plain text. */
  text: z.string(),
  /** Set when the field continues before or after the excerpt. */
  before: z.boolean(),
  after: z.boolean(),
  /** The matched characters: positions in `text`, in UTF-16 units. */
  ranges: z.array(z.object({ from: z.int(), to: z.int() })),
});
export type Highlight = z.infer<typeof highlight>;

/** A list row with its matches; none when `q` is empty. */
export const noteSearchResult = noteRow.extend({ highlights: z.array(highlight) });

const searchQuery = pageQuery.extend({
  q: z
    .string()
    .trim()
    .max(QUERY_MAX, { error: `At most ${QUERY_MAX} characters` })
    .default(''),
  category: filter(serviceKey, 'Please select a service'),
  status: filter(noteStatus, 'Please select a status'),
  ...workDates.shape,
  clientId: idInQuery.optional(),
});

export const searchContract = contract({
  'GET /api/notes/search': {
    access: 'member',
    summary:
      'Notes that meet the filters and, for each word of `q`, have a word that begins with it; newest first',
    query: searchQuery,
    paged: true,
    response: z.array(noteSearchResult),
    heavy: true,
  },
});
