/** Kinds of fields in a note's form. */
import { z } from 'zod';
import { SIGNATURE_MAX } from './rules.ts';

type Limits = { min: number; max: number; tooLong: string };
const trimmed = (error: string, { min, max, tooLong }: Limits) =>
  z.string({ error }).trim().min(min, { error }).max(max, { error: tooLong });
/** A text of the form. */
export const text = (name: string, max: number) =>
  trimmed(`${name} must be at least 10 characters`, { min: 10, max, tooLong: `${name} too long` });

/** A data URL; the server checks that it decodes to a PNG that is not blank. */
export const signature = (message: string) =>
  z
    .string({ error: message })
    .min(101, { error: message })
    .max(SIGNATURE_MAX, { error: 'Signature too large' })
    .startsWith('data:image/png;base64,', { error: message });
