/** Serializes answers with lists, which end early where their rows are long. */

import type { AnswerParts, WholePage } from '#platform/contract/endpoint.ts';
import { encodeNumbers } from '#platform/server/cursor.ts';

/** The largest answer. */
export const MAX_ANSWER_BYTES = 1_000_000;

interface Serialized {
  text: string;
  /** The cursor of what follows. */
  next: string | null;
}

/** Serializes the rows of a page that fit into `MAX_ANSWER_BYTES`, at least one. */
export function serializePage(
  { rows, next, cursorAfter }: WholePage<unknown>,
  serialize: (rows: unknown[]) => string,
): Serialized {
  const texts: string[] = [];
  let bytes = '[]'.length;
  for (const row of rows) {
    const text = serialize([row]).slice(1, -1);
    bytes += Buffer.byteLength(text) + 1;
    if (cursorAfter && texts.length > 0 && bytes > MAX_ANSWER_BYTES)
      return { text: `[${texts.join(',')}]`, next: cursorAfter(texts.length - 1) };
    texts.push(text);
  }
  return { text: `[${texts.join(',')}]`, next };
}

/**
 * Serializes a part of an answer: all its fields, and of the lists the rows that fit, at least one.
 * @param from how many rows of all lists earlier parts had
 */
export function serializePart(
  answer: unknown,
  {
    fields,
    from,
    serialize,
  }: Pick<AnswerParts, 'fields'> & {
    from: number;
    serialize: (value: unknown) => string;
  },
): Serialized {
  const names = fields.length > 0 ? fields : ['rows'];
  const lists = (fields.length > 0 ? answer : { rows: answer }) as Record<string, unknown[]>;
  const part: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]));
  let bytes = measure({ ...(fields.length > 0 && lists), ...part });
  let [index, sent] = [0, 0];
  let isFull = false;
  for (const name of names) {
    for (const row of lists[name] ?? []) {
      index += 1;
      if (isFull || index <= from) continue;
      bytes += measure(row) + 1;
      isFull = sent > 0 && bytes > MAX_ANSWER_BYTES;
      if (isFull) continue;
      part[name]?.push(row);
      sent += 1;
    }
  }
  return {
    text: serialize(fields.length > 0 ? { ...lists, ...part } : part['rows']),
    next: isFull ? encodeNumbers([from + sent]) : null,
  };
}

const measure = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
