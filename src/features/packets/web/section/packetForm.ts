/** The forms of a new packet; the server checks the days. */

import { z } from 'zod';
import { isDay } from '#platform/contract/days.ts';

const day = z.string().refine(isDay, { error: 'Choose a date' });
const days = { from: day, to: day };

export const pairsForm = z.object({
  pairs: z
    .array(z.object({ clientId: z.string().min(1, { error: 'Choose a client' }).transform(Number), ...days }))
    .min(1),
});
export type PairsValues = z.input<typeof pairsForm>;

export const sampleForm = z.object({
  sample: z.object({
    ...days,
    count: z
      .string()
      .regex(/^\d{1,6}$/, { error: 'Enter a number' })
      .transform(Number),
  }),
});
export type SampleValues = z.input<typeof sampleForm>;
