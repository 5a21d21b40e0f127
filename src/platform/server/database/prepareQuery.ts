/** Queries of hot reads, whose text the query builder assembles once for each connection and variant. */
import { sql } from 'drizzle-orm';
import type { Placeholder } from 'drizzle-orm';
import type { Queries } from './queries.ts';

/**
 * @param build ends with `prepare('')`: a connection names all its statements itself; each text is one variant
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

/** A value that is given at execution, for functions that build conditions from values. */
export const placeholder = <Value>(name: string): Value & Placeholder =>
  sql.placeholder(name) as unknown as Value & Placeholder;
