/** What a test measured, kept on it so that a report can show it: Vitest's JSON reporter writes it as `meta.figures`. */
import 'vitest';

/** Names of figures with counts, milliseconds, megabytes or a seed. */
export type TestMetrics = Record<string, number | string>;

declare module 'vitest' {
  interface TaskMeta {
    metrics?: TestMetrics;
  }
}
