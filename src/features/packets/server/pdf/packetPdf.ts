/** A packet as one PDF: the cover sheet, then the pages of each visit. */

import { formatDateTimeZone } from '#platform/contract/dateFormat.ts';
import { createPdf, type PdfDocument } from '#platform/server/pdfDocument.ts';
import { isolateValues } from '#platform/server/pdfText/isolates.ts';
import { readSpooled } from '#features/packets/server/content/spooledEvidence.ts';
import { addCoverSheet, type PacketContent } from './coverSheet.ts';
import { addVisit } from './visitPages.ts';
import type { FormatMoment } from './visitText.ts';

/** The PDF of a packet. Its layout is made twice, because the cover sheet has the page of each visit. */
export async function packetPdf(
  content: PacketContent,
  { folder, onVisit }: { folder: string; onVisit: () => void },
): Promise<{ bytes: Buffer; unprintable: string[] }> {
  const { pages } = await layOut(content, { pages: new Map(), withPictures: false, folder, onVisit });
  const { pdf } = await layOut(content, { pages, withPictures: true, folder, onVisit });
  return { bytes: await pdf.close(), unprintable: pdf.listUnprintable() };
}

interface Layout {
  pages: ReadonlyMap<number, number>;
  /** Signatures take the same space without their pictures. */
  withPictures: boolean;
  /** The folder with the evidence. */
  folder: string;
  onVisit: () => void;
}

async function layOut(
  content: PacketContent,
  { pages, withPictures, folder, onVisit }: Layout,
): Promise<{ pdf: PdfDocument; pages: ReadonlyMap<number, number> }> {
  const { business, createdAt, visits } = content;
  const title = 'Audit-day packet';
  const pdf = await createPdf({
    title,
    author: business.name,
    footer: isolateValues`${business.name} · ${title}`,
    at: createdAt,
    paperSize: business.paperSize,
  });
  const format: FormatMoment = (moment) => formatDateTimeZone(moment, business.timeZone);
  await addCoverSheet(pdf, content, { pages, format });
  const firstPages = new Map<number, number>();
  for (const listed of visits) {
    const visit = await readSpooled(folder, listed);
    firstPages.set(visit.note.id, await addVisit(pdf, visit, { format, withPictures }));
    onVisit();
  }
  return { pdf, pages: firstPages };
}
