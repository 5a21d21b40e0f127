/** Reads a form with a file: the file goes to the disk as it arrives, the fields are checked by the contract. */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { UploadForm } from '#platform/contract/endpoint.ts';
import { AppError, invalid, invalidField } from '#platform/server/errors.ts';
import { checkedFileName } from './fileName.ts';
import type { StagedFile, StagedUploads } from './stagedUploads.ts';

/** A file as a handler gets it: on the local disk until it is kept; the platform discards what is left. */
export interface ReceivedFile extends StagedFile {
  /** The name it was sent under: checked, for showing, never a path. */
  name: string;
  /** Part of the form it came in; refusals name it. */
  field: string;
}

export interface Upload<Fields = unknown> {
  file: ReceivedFile;
  fields: Fields;
}

const NOTHING_CHOSEN = 'Please choose a file';

/** Boundaries, part headers and fields beside the file itself. */
const OVERHEAD = 64 * 1024;
const LIMITS = { fieldNameSize: 100, fieldSize: 16 * 1024, fields: 20, files: 1, parts: 21, headerPairs: 50 };

/**
 * Reads one form from a request.
 * @throws 400 for a form without a file, with an empty one or one with a name that is not taken, and for
 * wrong fields; 413 for a file that is too large
 */
export async function receiveUpload(
  request: FastifyRequest,
  form: UploadForm,
  incoming: StagedUploads,
): Promise<Upload> {
  const tooLarge = () => new AppError(413, 'too_large', fieldIssue(form.field, form.tooLarge));
  if (Number(request.headers['content-length'] ?? 0) > form.maxBytes + OVERHEAD) throw tooLarge();
  const fields: Record<string, unknown> = {};
  let file: ReceivedFile | undefined;
  try {
    for await (const part of partsOf(request, form)) {
      if (part.type === 'field') fields[part.fieldname] = valueOf(part);
      else if (part.fieldname !== form.field) throw invalidField(part.fieldname, 'No file is expected here');
      else {
        if (!part.filename) throw invalidField(form.field, NOTHING_CHOSEN);
        const name = checkedFileName(part.filename, form.field);
        const arrival = await incoming.write(part.file);
        file = { ...arrival, name, field: form.field };
        if (part.file.truncated) throw tooLarge();
      }
    }
    return { file: checkedFile(file, form), fields: parsedFields(form, fields) };
  } catch (error) {
    await file?.discard();
    discardBody(request);
    throw isOurs(error) ? error : invalidField('', 'The form is damaged or broke off before its end');
  }
}

/** Discards the rest of the request, so that the client can receive the response. */
function discardBody(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}

/** Refusals, and troubles of the disk; everything else is the parser's about what it was sent. */
const isOurs = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof Error && ('statusCode' in error || 'syscall' in error));

/** What of an upload counts as its body for an idempotency key: the fields and the file's digest. */
export function uploadDigest({ file, fields }: Upload): string {
  const text = JSON.stringify([file.name, file.sha256.toString('hex'), fields]);
  return createHash('sha256').update(text).digest('hex');
}

const partsOf = (request: FastifyRequest, form: UploadForm): AsyncIterable<Multipart> =>
  request.parts({
    // The whole name, so that one which would lead out of a folder is refused and not quietly shortened.
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

function checkedFile(file: ReceivedFile | undefined, form: UploadForm): ReceivedFile {
  if (!file) throw invalidField(form.field, NOTHING_CHOSEN);
  if (file.size === 0) throw invalidField(form.field, 'The file is empty');
  return file;
}

function parsedFields(form: UploadForm, fields: Record<string, unknown>): unknown {
  const result = form.fields.safeParse(fields);
  if (result.success) return result.data;
  throw invalid(result.error.issues.map((one) => ({ path: one.path.join('.'), message: one.message })));
}

const fieldIssue = (path: string, message: string) => ({ message, issues: [{ path, message }] });
