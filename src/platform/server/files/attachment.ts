/** Sends stored files so that a browser saves or displays them, and never executes them. */

import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { notFound } from '#platform/server/errors.ts';
import type { ByteRange, FileStore } from './fileStore.ts';

export interface Attachment {
  key: string;
  /** The file name for the download. */
  name: string;
  mimeType: string;
}

/** Sends a file to be saved. @throws 404 when it is missing in the store */
export const sendAttachment = (
  reply: FastifyReply,
  files: FileStore,
  { key, name, mimeType }: Attachment,
): Promise<FastifyReply> => send(reply, files, { key, headers: attachmentHeaders({ name, mimeType }) });

/** The headers with which a browser saves a file and executes nothing in it. */
export const attachmentHeaders = ({ name, mimeType }: Omit<Attachment, 'key'>) => ({
  'content-type': mimeType,
  'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(name)}`,
  'cache-control': 'private, no-store',
  ...NEVER_EXECUTED,
});

const NEVER_EXECUTED = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** Sends a picture to be displayed and cached, because its address changes with it. @throws 404 as above */
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
  const [stats, bytes] = [await files.stat(key), await openContent(reply, files, { key })];
  if (!stats || !bytes) {
    reply.request.log.error({ key }, 'a file is missing from the store');
    throw notFound('This file is no longer there.');
  }
  return reply
    .headers({
      ...headers,
      'content-length': stats.size,
      ...NEVER_EXECUTED,
    })
    .send(bytes);
}

/** The content to send, or null when it is missing. HEAD has none, so nothing is read from the store. */
export const openContent = async (
  reply: FastifyReply,
  files: FileStore,
  { key, range }: { key: string; range?: ByteRange | undefined },
): Promise<Readable | null> => (reply.request.method === 'HEAD' ? Readable.from([]) : files.get(key, range));

/** Encodes a name by RFC 8187, with the characters that `encodeURIComponent` leaves out. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
