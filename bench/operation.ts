import type { Person } from './data/fill.ts';

/** A measured request to the API. */
export interface Operation {
  name: string;
  who: Person;
  method?: 'GET' | 'POST' | 'PATCH';
  /** Several paths when each can be used once; used ones are removed. */
  path: string | string[];
  /** Creates the n-th body. */
  body?: (n: number) => object;
  /** Adds the rows that it needs, right before it is measured. */
  prepare?: () => Promise<void>;
  /** How many connections send requests; 16 by default. */
  connections?: number;
  /** A script for pgbench. */
  limit: string;
}
