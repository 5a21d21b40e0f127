/** Reads a form with a file: writes the file to disk as it arrives, and parses the fields with the contract. */

import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { Endpoint, UploadForm } from '#platform/contract/endpoint.ts';
import { AppError, invalidField, parseWith, unsupportedFile } from '#platform/server/errors.ts';
import { checkedFileName } from './fileName.ts';
import type { StagedFile, StagedUploads } from './stagedUploads.ts';

/** A received file on the local disk; the platform discards it after the handler. */
export interface ReceivedFile extends StagedFile {
  /** Its validated name, for display; never a path. */
  name: string;
  /** Its field in the form, for error messages. */
  field: string;
}

export interface Upload<Fields = unknown> {
  file: ReceivedFile;
  fields: Fields;
}

const NO_FILE = 'Please choose a file';

/** Bytes for boundaries, part headers and fields beside the file. */
const OVERHEAD = 64 * 1024;
const LIMITS = { fieldNameSize: 100, fieldSize: 16 * 1024, fields: 20, files: 1, parts: 21, headerPairs: 50 };

/**
 * Reads the form of a request to an upload endpoint; null for every other request.
 * @throws 400 for a form without a file, an empty file, a name that is not accepted and invalid fields; 413 for a file
 * that is too large; 415 for a program or web page, for a form where none is accepted, and for another body where only a
 * form is
 */
export async function receiveUpload(
  endpoint: Endpoint,
  request: FastifyRequest,
  staged: StagedUploads,
): Promise<Upload | null> {
  if (request.isMultipart()) {
    if (endpoint.upload) return receiveForm(request, endpoint.upload, staged);
    throw new AppError(415, 'unsupported_media_type', { message: 'A form is not accepted here.' });
  }
  if (!endpoint.upload || endpoint.body) return null;
  throw new AppError(415, 'unsupported_media_type', { message: 'Send a form (multipart/form-data).' });
}

async function receiveForm(
  request: FastifyRequest,
  form: UploadForm,
  staged: StagedUploads,
): Promise<Upload> {
  const issues = [{ path: form.field, message: form.tooLarge }];
  const tooLarge = () => new AppError(413, 'too_large', { message: form.tooLarge, issues });
  if (Number(request.headers['content-length'] ?? 0) > form.maxBytes + OVERHEAD) throw tooLarge();
  const fields: Record<string, unknown> = {};
  let file: ReceivedFile | undefined;
  try {
    for await (const part of partsOf(request, form)) {
      if (part.type === 'field') fields[part.fieldname] = valueOf(part);
      else if (part.fieldname !== form.field) throw invalidField(part.fieldname, 'No file is expected here');
      else {
        if (!part.filename) throw invalidField(form.field, NO_FILE);
        const name = checkedFileName(part.filename, form.field, (field, message) =>
          unsupportedFile(field, form.wrongType ?? message),
        );
        file = { ...(await staged.write(part.file)), name, field: form.field };
        if (part.file.truncated) throw tooLarge();
      }
    }
    return { file: assertFile(file, form), fields: parseWith(form.fields, fields) };
  } catch (error) {
    await file?.discard();
    discardBody(request);
    throw isExpected(error) ? error : invalidField('', 'The form is damaged or incomplete');
  }
}

/** Discards the rest of the request, so that the client can receive the response. */
function discardBody(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}

/** Recognizes errors of ours and of the disk; the form parser throws all others. */
const isExpected = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof Error && ('statusCode' in error || 'syscall' in error));

/** The digest of fields and file, which represents the body of an upload in an idempotency key. */
export function uploadDigest({ file, fields }: Upload): string {
  const text = JSON.stringify([file.name, file.sha256.toString('hex'), fields]);
  return createHash('sha256').update(text).digest('hex');
}

const partsOf = (request: FastifyRequest, form: UploadForm): AsyncIterable<Multipart> =>
  request.parts({
    // The whole name, so that a path is rejected and not shortened.
    preservePath: true,
    limits: { ...LIMITS, fileSize: form.maxBytes },
  });

function valueOf(part: Extract<Multipart, { type: 'field' }>): unknown {
  if (part.valueTruncated || part.fieldnameTruncated)
    throw invalidField(part.fieldname, 'The text is too long');
  if (typeof part.value === 'string' && part.value.includes('\0')) {
    throw invalidField(part.fieldname, 'Text must not contain NUL characters');
  }
  return part.value;
}

function assertFile(file: ReceivedFile | undefined, form: UploadForm): ReceivedFile {
  if (!file) throw invalidField(form.field, NO_FILE);
  if (file.size === 0) throw invalidField(form.field, 'The file is empty');
  return file;
}
