/** Exports: files that a background job makes of the whole business. */

import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant } from '#platform/contract/fields.ts';

/** Products of a job: the export of a business, or a packet. */
export const JOB_KINDS = ['business', 'packet'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const;

/** Characters that no font of the PDFs has, which they show as these codes: 'U+13000'; at most 100. */
export const unprintable = z.array(z.string());

/** A job with its progress and, once it is done, its file. */
export const exportJob = z.object({
  id,
  state: z.enum(JOB_STATES),
  /** Steps that are done, of `of`; 0 of 0 until the job has counted them. */
  done: z.int(),
  of: z.int(),
  fileName: z.string().nullable(),
  /** In bytes. */
  fileSize: z.int().nullable(),
  /** SHA-256 of the file, hexadecimal. */
  sha256: z.string().nullable(),
  unprintable,
  /** Why the job failed, for the user. */
  failure: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type ExportJob = z.output<typeof exportJob>;

export const exportsContract = contract({
  'GET /api/exports': {
    access: 'admin',
    summary: 'The last exports of the business, newest first; the newest finished one has a file',
    response: z.array(exportJob),
  },
  'POST /api/exports': {
    access: 'admin',
    summary: 'Start an export of all records and files of the business',
    status: 202,
    unpaid: true,
    response: z.object({ id }),
  },
  'GET /api/exports/:id': {
    access: 'admin',
    summary: 'An export with its progress',
    params: byId,
    response: exportJob,
  },
  'DELETE /api/exports/:id': {
    access: 'admin',
    summary: 'Delete an export and its file',
    params: byId,
    unpaid: true,
    response: null,
  },
  'GET /api/exports/:id/file': {
    access: 'admin',
    summary: 'The file of an export; accepts ranges of bytes',
    params: byId,
    response: z.string(),
    recorded: true,
    raw: true,
  },
});
