/** Sends large stored files so that an interrupted download continues where it ended (RFC 9110, section 14). */

import type { FastifyReply } from 'fastify';
import { parse } from 'range-parser';
import { AppError, notFound } from '#platform/server/errors.ts';
import { setUnprintableHeader } from '#platform/server/http/download.ts';
import { attachmentHeaders, openContent, type Attachment } from './attachment.ts';
import type { ByteRange, FileStore } from './fileStore.ts';

/** A file that never changes under its key. */
export interface ResumableFile extends Attachment {
  /** Its SHA-256, as entity tag. */
  sha256: Buffer;
  /** Only these bytes of it are sent, as a file of their own. */
  part?: { start: number; size: number };
  /** Characters that no font of a PDF has, which it shows as these codes: 'U+13000'. */
  unprintable?: readonly string[];
}

/**
 * Sends a file to be saved, or the range of its bytes that the request names.
 * @throws 404 when it is missing in the store, 416 when the range is outside of the file
 */
export async function sendResumable(
  reply: FastifyReply,
  files: FileStore,
  { sha256, part, unprintable, ...file }: ResumableFile,
): Promise<FastifyReply> {
  const stats = await files.stat(file.key);
  if (!stats) throw notFound('This file is no longer there.');
  const { start: first, size } = part ?? { start: 0, size: stats.size };
  const etag = `"${sha256.toString('hex')}${part ? `-${first}` : ''}"`;
  reply.headers({ 'accept-ranges': 'bytes', etag });
  const range = requestedRange(reply, { size, etag });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const isWhole = !range && !part;
  const stored = isWhole ? undefined : { start: first + start, end: first + end };
  const content = await openContent(reply, files, { key: file.key, range: stored });
  if (!content) throw notFound('This file is no longer there.');
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return setUnprintableHeader(reply, { unprintable })
    .headers({ ...attachmentHeaders(file), 'content-length': end - start + 1 })
    .send(content);
}

/** The range of a request; several ranges, an invalid one, another unit and a changed file mean the whole file. */
function requestedRange(reply: FastifyReply, file: { size: number; etag: string }): ByteRange | undefined {
  const { range: header, 'if-range': condition } = reply.request.headers;
  if (header === undefined || (condition !== undefined && condition !== file.etag)) return undefined;
  const { type, code, ranges } = parse(file.size, header);
  const isMalformed = (code & 1) !== 0;
  // No range of an empty file can be sent.
  if (type !== 'bytes' || isMalformed || ranges.length > 1 || file.size === 0) return undefined;
  const [range] = ranges;
  if (range) return range;
  reply.header('content-range', `bytes */${file.size}`);
  throw new AppError(416, 'range_not_satisfiable', { message: 'The file ends before this range.' });
}
