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
  /** How many bodies are sent in turn for each second of a measurement; otherwise 50 in all. */
  bodiesPerSecond?: number;
  /** The token of the caller with this body; otherwise that of `who`. */
  tokenOf?: (body: object) => string;
  /** Adds the rows that it needs, right before it is measured. */
  prepare?: () => Promise<void>;
  /** How many connections send requests; 16 by default. */
  connections?: number;
  /** A script for pgbench. */
  limit: string;
}
