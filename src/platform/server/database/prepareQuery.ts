/** Prepares hot queries: the query builder builds their text once per connection and variant. */

import { sql, type Placeholder } from 'drizzle-orm';
import type { Queries } from './queries.ts';

/**
 * @param build ends with `prepare('')`, as connections name their statements; each variant has one text
 * @returns the prepared query, to be executed with the values of its placeholders
 */
export function prepareQuery<Prepared, Variant extends string = ''>(
  build: (queries: Queries, variant: Variant) => Prepared,
): (queries: Queries, variant: Variant) => Prepared {
  const prepared = new WeakMap<Queries['source'], Map<Variant, Prepared>>();
  return (queries, variant) => {
    const variants = prepared.get(queries.source) ?? new Map<Variant, Prepared>();
    prepared.set(queries.source, variants);
    const query = variants.get(variant) ?? build(queries, variant);
    variants.set(variant, query);
    return query;
  };
}

/** A placeholder for a value, for functions that build conditions from values. */
export const placeholder = <Value>(name: string): Value & Placeholder =>
  sql.placeholder(name) as unknown as Value & Placeholder;
