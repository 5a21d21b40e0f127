/** Receipts of notes: what a note's own contract and the receipt's endpoints share. */

import { z } from 'zod';
import { instant } from '#platform/contract/fields.ts';

const INVALID_TOKEN = 'A receipt token has 32 random bytes in base64url';

/** 32 random bytes in base64url; the last character holds four bits. */
export const receiptToken = z
  .string({ error: INVALID_TOKEN })
  .regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, { error: INVALID_TOKEN });

/** The newest receipt link of a note. */
export const receiptLink = z.object({
  /** Only where the link was just made; it cannot be read again. */
  url: z.string().nullable(),
  expiresAt: instant,
  revokedAt: instant.nullable(),
});
export type ReceiptLink = z.output<typeof receiptLink>;
