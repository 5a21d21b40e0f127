/** The body of every error response. */

import { z } from 'zod';

export const issue = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issue>;

export const errorBody = z.object({
  /** A stable snake_case code for programs. */
  code: z.string(),
  /** A sentence for the user. */
  message: z.string(),
  /** The invalid fields and the reasons (status 400). */
  issues: z.array(issue).optional(),
  /** The values that the message names, for programs. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBody>;
