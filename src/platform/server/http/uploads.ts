/** Forms with files, and how long a request may take to arrive. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { AppError } from '#platform/server/errors.ts';
import type { StagedUploads } from '#platform/server/files/stagedUploads.ts';
import { receiveUpload } from '#platform/server/files/receiveUpload.ts';
import type { Upload } from '#platform/server/files/receiveUpload.ts';

/** 25 MB over a poor mobile network. */
export const LONGEST_UPLOAD_MS = 10 * 60 * 1000;
/** A body without a file is small; one that takes longer is dripped to hold the connection. */
const LONGEST_BODY_MS = 15_000;
/** An upload that sends nothing for this long is cut. */
const LONGEST_PAUSE_MS = 30_000;

export async function readForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
}

/**
 * The form and file of a request to an upload endpoint; null for everything else.
 * @throws 415 for a form where none is taken, and for another body where only a form is
 */
export async function uploadOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  incoming: StagedUploads,
): Promise<Upload | null> {
  if (request.isMultipart()) {
    if (endpoint.upload) return receiveUpload(request, endpoint.upload, incoming);
    throw new AppError(415, 'unsupported_media_type', { message: 'A form is not accepted here.' });
  }
  if (!endpoint.upload || endpoint.body) return null;
  throw new AppError(415, 'unsupported_media_type', { message: 'Send a form (multipart/form-data).' });
}

/** Cuts requests whose body does not arrive in time; uploads may take long while they move on. */
export function limitBodyTime(
  app: FastifyInstance,
  { longestBody = LONGEST_BODY_MS, longestPause = LONGEST_PAUSE_MS } = {},
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { headers, socket } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (!hasBody) return;
    const uploads = routeOptions.config.endpoint?.upload !== undefined;
    let seen = -1;
    const look = () => {
      if (!uploads || socket.bytesRead === seen) raw.destroy();
      seen = socket.bytesRead;
    };
    const timer = setInterval(look, uploads ? longestPause : longestBody).unref();
    const stop = () => clearInterval(timer);
    raw.once('end', stop).once('close', stop);
  });
}
