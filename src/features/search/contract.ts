import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { day, id, pageQuery } from '#platform/contract/fields.ts';
import { listCategory, noteRow, noteStatus } from '#features/notes/contract.ts';
import { MOST_FOUND, QUERY_MAX } from './rules.ts';

/** Where a note was found. */
const field = z.enum(['title', 'client', 'contact', 'author', 'description', 'research', 'summary']);
export type SearchField = z.infer<typeof field>;

const highlight = z.object({
  field,
  /** The field itself when it is short, the telling part of it when it is long; plain text, never markup. */
  text: z.string(),
  /** The field has more text before and behind this part. */
  before: z.boolean(),
  after: z.boolean(),
  /** What was matched: positions in `text`, counted in UTF-16 units. */
  ranges: z.array(z.object({ from: z.int(), to: z.int() })),
});
export type Highlight = z.infer<typeof highlight>;

/** A note as a list shows it, with the places where it was found; none when no words were asked for. */
export const noteSearchResult = noteRow.extend({ highlights: z.array(highlight) });

const nothing = z.literal('').transform(() => undefined);
/** A filter; one that is sent empty is none. */
const filter = <Schema extends z.ZodType>(schema: Schema, error: string) =>
  z.union([nothing, schema], { error }).optional();

const searchQuery = pageQuery.extend({
  q: z
    .string()
    .trim()
    .max(QUERY_MAX, { error: `At most ${QUERY_MAX} characters` })
    .default(''),
  category: filter(listCategory, 'Please select a service'),
  status: filter(noteStatus, 'Please select a status'),
  /** First and last day of work. */
  dateFrom: filter(day('Please enter a date'), 'Please enter a date'),
  dateTo: filter(day('Please enter a date'), 'Please enter a date'),
  clientId: z.coerce.number<string | number>().pipe(id).optional(),
});

export const searchContract = contract({
  'GET /api/notes/search': {
    access: 'member',
    summary: `Notes with words that begin with those of \`q\`, best match first, at most ${MOST_FOUND}; without \`q\` all that meet the filters, newest first`,
    query: searchQuery,
    paged: true,
    response: z.array(noteSearchResult),
    heavy: true,
  },
});
