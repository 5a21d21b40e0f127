/** Evidence of a note: the signed text, and the proof that it is unchanged. */

import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id } from '#platform/contract/fields.ts';
import { masked } from '#features/notes/versionContract.ts';

export const noteEvidence = z.object({
  noteId: id,
  version: z.int(),
  /** Canonical JSON (RFC 8785) of what was signed; its SHA-256 is `digest`. */
  canonical: z.string().nullable(),
  digest: z.string().nullable(),
  /** Canonical JSON of rate and payer's reference; its SHA-256 is in `canonical`. Null for authors and before form 5. */
  billing: z.string().nullable(),
  /** The members left out of `canonical` for its author; its SHA-256 then differs from `digest`. */
  masked,
  /** Both images as data URLs; their SHA-256 is in `canonical`. */
  employeeSignature: z.string().nullable(),
  clientSignature: z.string().nullable(),
  auditSeq: z.int().nullable(),
  /** The audit row as it was hashed: `auditHash` is SHA-256(`auditBefore` as bytes || `auditPayload`). */
  auditPayload: z.string().nullable(),
  auditBefore: z.string().nullable(),
  auditHash: z.string().nullable(),
  /** True if the stored note still equals the signed text. */
  matches: z.boolean(),
  /** Missing rows of the evidence; if there are any, nothing can match. */
  missing: z.array(z.enum(['version', 'signatures', 'time entry', 'audit row'])),
});

export const evidenceContract = contract({
  'GET /api/notes/:id/evidence': {
    access: 'member',
    summary: 'What was signed, its digest and its position in the audit chain',
    params: byId,
    response: noteEvidence,
  },
  'GET /api/notes/:id/pdf': {
    access: 'member',
    summary: 'The last signed version as a PDF, with signatures and evidence (author or manager)',
    params: byId,
    recorded: true,
    response: z.string(),
    raw: true,
  },
});
