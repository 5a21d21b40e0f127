/** Sends a file so that a browser saves it and never runs anything of it. */
import type { FastifyReply } from 'fastify';
import { notFound } from '../errors.ts';
import type { FileStore } from './fileStore.ts';

export interface Attachment {
  key: string;
  /** The name it is saved under. */
  name: string;
  mimeType: string;
}

/** @throws 404 when the store has lost the file */
export async function sendAttachment(
  reply: FastifyReply,
  files: FileStore,
  { key, name, mimeType }: Attachment,
): Promise<FastifyReply> {
  const [found, bytes] = [await files.stat(key), await files.get(key)];
  if (!found || !bytes) {
    reply.request.log.error({ key }, 'a file is missing from the store');
    throw notFound('This file is no longer there.');
  }
  return reply
    .headers({
      'content-type': mimeType,
      'content-length': found.size,
      'content-disposition': `attachment; filename*=UTF-8''${encoded(name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(bytes);
}

/** RFC 8187: what `encodeURIComponent` leaves that a header value must not hold is encoded as well. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
