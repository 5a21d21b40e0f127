import type { FastifyReply } from 'fastify';

/** A file generated for this request. */
export interface GeneratedFile {
  name: string;
  type: string;
  content: Buffer;
}

/** Sends a file to be saved, not displayed, and never cached. */
export function sendDownload(reply: FastifyReply, { name, type, content }: GeneratedFile): FastifyReply {
  return reply
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('Cache-Control', 'private, no-store')
    .type(type)
    .send(content);
}
