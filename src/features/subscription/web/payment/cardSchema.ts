import type { z } from 'zod';
import { now } from '#platform/web/clock.ts';
import { sandboxCardInput, sandboxConfirmInput } from '#features/subscription/contract.ts';
import { CARD_EXPIRED, toExpiryDate, parseExpiry } from '#features/subscription/rules.ts';

/** Validates the expiry together with the other fields, not only on the server. */
function withExpiryCheck<Schema extends z.ZodType<{ expiry: string }, { expiry: string }>>(
  schema: Schema,
): Schema {
  return schema.superRefine(
    ({ expiry }, context) => {
      const until = typeof expiry === 'string' ? parseExpiry(expiry) : null;
      if (until && toExpiryDate(until) <= now()) {
        context.addIssue({ code: 'custom', path: ['expiry'], message: CARD_EXPIRED });
      }
    },
    { when: () => true },
  );
}

export const cardForm = withExpiryCheck(sandboxCardInput);
export const paymentForm = withExpiryCheck(sandboxConfirmInput);
