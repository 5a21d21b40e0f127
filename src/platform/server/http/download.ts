import type { FastifyReply } from 'fastify';
import { MAX_UNPRINTABLE, UNPRINTABLE_HEADER } from '#platform/contract/headers.ts';

/** A file generated for this request. */
export interface GeneratedFile {
  name: string;
  type: string;
  content: Buffer;
  /** Characters that no font of a PDF has, which it shows as these codes: 'U+1F600'. */
  unprintable?: readonly string[];
}

/**
 * Sends a PDF that only our own pages may show in a frame; it is never cached. There are no other directives, because
 * PDF viewers of browsers follow those of the response and may show nothing. Scripts in a PDF never run in our origin.
 */
export function sendPdfForFrame(reply: FastifyReply, file: GeneratedFile): FastifyReply {
  const { name, content } = file;
  return setUnprintableHeader(reply, file)
    .header('Content-Disposition', `inline; filename="${name}"`)
    .header('Content-Security-Policy', "frame-ancestors 'self'")
    .header('Cache-Control', 'private, no-store')
    .type('application/pdf')
    .send(content);
}

/** Sends a file to be saved, not displayed, and never cached. */
export function sendDownload(reply: FastifyReply, file: GeneratedFile): FastifyReply {
  const { name, type, content } = file;
  return setUnprintableHeader(reply, file)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('Cache-Control', 'private, no-store')
    .type(type)
    .send(content);
}

/** Names beside the document what it shows as codes. */
export const setUnprintableHeader = (
  reply: FastifyReply,
  { unprintable = [] }: { unprintable?: readonly string[] | undefined },
): FastifyReply =>
  unprintable.length === 0
    ? reply
    : reply.header(UNPRINTABLE_HEADER, unprintable.slice(0, MAX_UNPRINTABLE).join(', '));
