/**
 * Statements that are said all the time are put together once for each connection and shape, with placeholders where
 * values stand. Their names are given to them on their way, as all others' (statements.ts).
 */
import { sql } from 'drizzle-orm';
import type { Placeholder } from 'drizzle-orm';
import type { Queries } from './database.ts';

/**
 * @param build ends with `prepare('')`; two statements that are not the same text have two shapes
 * @returns what was built, to be executed with values
 */
export function prepareQuery<Made, Shape extends string = ''>(
  build: (queries: Queries, shape: Shape) => Made,
): (queries: Queries, shape: Shape) => Made {
  const made = new WeakMap<Queries, Map<Shape, Made>>();
  return (queries, shape) => {
    const shapes = made.get(queries) ?? new Map<Shape, Made>();
    made.set(queries, shapes);
    const one = shapes.get(shape) ?? build(queries, shape);
    shapes.set(shape, one);
    return one;
  };
}

/** Where a value will stand, for functions that make conditions of values. */
export const placeholder = <Value>(name: string): Value & Placeholder =>
  sql.placeholder(name) as unknown as Value & Placeholder;
