/** Sends files so that a browser saves or shows them and never runs anything of them. */
import type { FastifyReply } from 'fastify';
import { notFound } from '#platform/server/errors.ts';
import type { FileStore } from './fileStore.ts';

export interface Attachment {
  key: string;
  /** The name it is saved under. */
  name: string;
  mimeType: string;
}

/** To be saved under its name. @throws 404 when the store has lost the file */
export const sendAttachment = (
  reply: FastifyReply,
  files: FileStore,
  { key, name, mimeType }: Attachment,
): Promise<FastifyReply> =>
  send(reply, files, {
    key,
    headers: {
      'content-type': mimeType,
      'content-disposition': `attachment; filename*=UTF-8''${encoded(name)}`,
      'cache-control': 'private, no-store',
    },
  });

/**
 * To be shown in a page. Its address changes with the picture, so that the browser need not ask again.
 * @throws 404 when the store has lost the file
 */
export const sendPicture = (
  reply: FastifyReply,
  files: FileStore,
  { key, mimeType }: Omit<Attachment, 'name'>,
): Promise<FastifyReply> =>
  send(reply, files, {
    key,
    headers: {
      'content-type': mimeType,
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=86400, immutable',
    },
  });

async function send(
  reply: FastifyReply,
  files: FileStore,
  { key, headers }: { key: string; headers: Record<string, string> },
): Promise<FastifyReply> {
  const [found, bytes] = [await files.stat(key), await files.get(key)];
  if (!found || !bytes) {
    reply.request.log.error({ key }, 'a file is missing from the store');
    throw notFound('This file is no longer there.');
  }
  return reply
    .headers({
      ...headers,
      'content-length': found.size,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);
}

/** RFC 8187: what `encodeURIComponent` leaves that a header value must not hold is encoded as well. */
const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
