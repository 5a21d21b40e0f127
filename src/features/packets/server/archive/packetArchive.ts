/** A packet as a ZIP file: the PDF, and the evidence of all versions, signatures and signed PDF of each visit. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import yazl from 'yazl';
import { AppError } from '#platform/server/errors.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { readNotePdf } from '#features/evidence/server/pdf/reads.ts';
import { readSpooled } from '#features/packets/server/content/spooledEvidence.ts';
import type { Visit } from '#features/packets/server/content/visitReads.ts';
import type { PacketContent } from '#features/packets/server/pdf/coverSheet.ts';
import { packetPdf } from '#features/packets/server/pdf/packetPdf.ts';
import { PDF_NAME } from './firstEntry.ts';

interface Entry {
  path: string;
  content: Buffer;
}

/**
 * Writes the ZIP file. The PDF is its first entry and not compressed, so that it can be sent as a part of the file.
 * @param onVisit called three times for each visit: it is laid out twice, and its files are written
 * @returns the codes that its PDFs show instead of characters that no font has
 */
export async function writePacket(
  { content, folder, path }: { content: PacketContent; folder: string; path: string },
  onVisit: () => void,
): Promise<string[]> {
  const { bytes: packet, unprintable: codes } = await packetPdf(content, { folder, onVisit });
  const unprintable = new Set(codes);
  const zip = new yazl.ZipFile();
  const file = createWriteStream(path, { mode: 0o600 });
  const written = once(file, 'close');
  // Awaited below; a failure before that is no unhandled rejection.
  written.catch(() => undefined);
  zip.outputStream.pipe(file);
  const { createdAt: mtime, visits, business } = content;
  const files: { path: string; size: number; sha256: string }[] = [];
  const add = ({ path: name, content: bytes }: Entry, compress = true) => {
    zip.addBuffer(bytes, name, { mtime, compress });
    files.push({ path: name, size: bytes.length, sha256: sha256Hex(bytes) });
  };
  try {
    add({ path: PDF_NAME, content: packet }, false);
    for (const [index, listed] of visits.entries()) {
      const visit = await readSpooled(folder, listed);
      const options = { content, number: index + 1, unprintable };
      for (const entry of await listEntries(visit, options)) add(entry);
      onVisit();
    }
    const manifest = { business: business.name, createdAt: mtime.toISOString(), files };
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), 'manifest.json', { mtime });
    zip.end();
    await written;
    return [...unprintable];
  } catch (error) {
    file.destroy();
    throw error;
  }
}

async function listEntries(
  { note, evidence, earlier, disputes }: Visit,
  { content, number, unprintable }: { content: PacketContent; number: number; unprintable: Set<string> },
): Promise<Entry[]> {
  const folder = `visits/${String(number).padStart(3, '0')}-note-${note.id}`;
  const entries: Entry[] = [
    toEvidenceFile(`${folder}/evidence.json`, evidence),
    ...earlier.map((one) => toEvidenceFile(`${folder}/evidence-v${one.version}.json`, one)),
    ...toPictures(folder, evidence.employeeSignature, 'employee-signature.png'),
    ...toPictures(folder, evidence.clientSignature, 'client-signature.png'),
  ];
  const { business, createdAt: at } = content;
  const pdf = await readNotePdf({
    evidence,
    disputes,
    businessName: business.name,
    paperSize: business.paperSize,
    forManager: true,
    at,
  }).catch(unlessIncomplete);
  if (pdf) entries.push({ path: `${folder}/note.pdf`, content: pdf.content });
  for (const code of pdf?.unprintable ?? []) unprintable.add(code);
  return entries;
}

const toEvidenceFile = (path: string, evidence: Visit['evidence']): Entry => ({
  path,
  content: Buffer.from(JSON.stringify(evidence, null, 2)),
});

function toPictures(folder: string, dataUrl: string | null, name: string): Entry[] {
  if (dataUrl === null) return [];
  return [{ path: `${folder}/${name}`, content: Buffer.from(dataUrl.split(',')[1] ?? '', 'base64') }];
}

/** A note without complete evidence has no PDF; the cover sheet lists it. */
function unlessIncomplete(error: unknown): null {
  if (error instanceof AppError && error.code === 'evidence_incomplete') return null;
  throw error;
}
