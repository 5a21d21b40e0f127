/** The one shape of every error answer. */
import { z } from 'zod';

export const issue = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issue>;

export const errorBody = z.object({
  /** Stable snake_case word for programs. */
  code: z.string(),
  /** A sentence for a person. */
  message: z.string(),
  /** Which fields are wrong and why (status 400). */
  issues: z.array(issue).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBody>;
