import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import { byId, id, instant, optionalText, requiredText, wholeListQuery } from '#platform/contract/fields.ts';
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from '#features/files/rules.ts';

const description = optionalText(2000);

export const document = z.object({
  id,
  clientId: id,
  fileName: z.string(),
  originalName: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  mimeType: z.string(),
  description: z.string().nullable(),
  uploadedBy: id,
  uploadedByName: z.string(),
  /** False for a record without a file. */
  hasContent: z.boolean(),
  createdAt: instant,
  can: z.object({ remove: z.boolean() }),
});

/** The record of a document whose file is stored elsewhere. */
export const documentRecord = z.object({
  fileName: optionalText(300),
  originalName: requiredText(255, 'File name is required'),
  fileSize: z
    .int({ error: 'File size must be a whole number of bytes' })
    .positive({ error: 'File size must be greater than 0' }),
  mimeType: requiredText(255, 'File type is required'),
  description,
});

export const documentsContract = contract({
  'GET /api/clients/:id/documents': {
    access: 'member',
    summary: 'The documents of a client that the caller can see, newest first',
    params: byId,
    query: wholeListQuery,
    paged: 'whole',
    response: z.array(document),
  },
  'POST /api/clients/:id/documents': {
    access: 'manager',
    summary: 'Upload a document (form with `file` and `description`), or record one by its metadata (JSON)',
    params: byId,
    example: () => ({
      originalName: 'plan.pdf',
      fileSize: 10,
      mimeType: 'application/pdf',
    }),
    body: documentRecord,
    upload: {
      field: 'file',
      maxBytes: MAX_FILE_BYTES,
      tooLarge: FILE_TOO_LARGE,
      fields: z.object({ description }),
    },
    status: 201,
    response: document,
  },
  'DELETE /api/documents/:id': {
    access: 'manager',
    summary: 'Delete a document with its content',
    params: byId,
    response: null,
  },
  'GET /api/documents/:id/file': {
    access: 'member',
    summary: 'Download a document',
    params: byId,
    response: z.string(),
    raw: true,
  },
});
