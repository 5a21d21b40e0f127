import type { FastifyReply } from 'fastify';

/** A file generated for this request. */
export interface GeneratedFile {
  name: string;
  type: string;
  content: Buffer;
}

/**
 * Sends a PDF that only our own pages may show in a frame; it is never cached. There are no other directives, because
 * PDF viewers of browsers follow those of the response and may show nothing. Scripts in a PDF never run in our origin.
 */
export function sendPdfForFrame(reply: FastifyReply, { name, content }: GeneratedFile): FastifyReply {
  return reply
    .header('Content-Disposition', `inline; filename="${name}"`)
    .header('Content-Security-Policy', "frame-ancestors 'self'")
    .header('Cache-Control', 'private, no-store')
    .type('application/pdf')
    .send(content);
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
