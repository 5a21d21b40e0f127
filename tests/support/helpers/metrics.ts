/** Measurements of a test, which Vitest's JSON reporter writes as `meta.metrics`. */

import 'vitest';

/** Counts, milliseconds, megabytes or a seed, by name. */
export type TestMetrics = Record<string, number | string>;

declare module 'vitest' {
  interface TaskMeta {
    metrics?: TestMetrics;
  }
}
