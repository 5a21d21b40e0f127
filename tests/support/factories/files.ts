/** Files for tests: small, real, and of every type that is accepted. */

import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import type { Api } from '#tests/support/helpers/api.ts';

/** A page that any reader opens. */
export const buildPdf = (text = 'Care plan'): Buffer => {
  const content = `BT /F1 18 Tf 40 80 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 150] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, 'latin1');
};

export const buildPng = (side = 8): Buffer => {
  const picture = new PNG({ width: side, height: side });
  picture.data.fill(0x7f);
  return PNG.sync.write(picture);
};

/** A chunk of a PNG, with its length and a correct checksum. */
export function buildPngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** The same picture with texts behind its header that unpack to 8 MB each. */
export function addPngTexts(picture: Buffer, count: number): Buffer {
  const text = deflateSync(Buffer.alloc(7_900_000, 'a'), { level: 9 });
  const texts = Array.from({ length: count }, (_, nth) =>
    buildPngChunk('zTXt', Buffer.concat([Buffer.from(`k${nth}\0\0`), text])),
  );
  return addPngChunk(picture, Buffer.concat(texts));
}

/** The same picture with something behind its header. */
export const addPngChunk = (picture: Buffer, chunk: Buffer): Buffer =>
  Buffer.concat([picture.subarray(0, 33), chunk, picture.subarray(33)]);

export const buildGif = (): Buffer =>
  Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

/** A JPEG's segments up to its scan, with the data that phones put behind the picture. */
export const buildJpeg = (behind = Buffer.alloc(0) as Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]),
    Buffer.from('JFIF\0', 'latin1'),
    Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x2a, 0xff, 0xd9]),
    behind,
  ]);

/** A ZIP archive with entries that are stored as they are. */
export function buildZip(entries: Record<string, string>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, path, data]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(offset, 10);
    central.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, attributes, path]),
    );
    local.push(head);
    offset += head.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(local.length, 4);
  end.writeUInt16LE(local.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}

const buildOfficeFile = (main: string, more: Record<string, string> = {}): Buffer =>
  buildZip({ '[Content_Types].xml': '<Types/>', [main]: '<main/>', ...more });

export const buildDocx = (more: Record<string, string> = {}): Buffer =>
  buildOfficeFile('word/document.xml', more);
export const buildXlsx = (): Buffer => buildOfficeFile('xl/workbook.xml');
export const buildPptx = (): Buffer => buildOfficeFile('ppt/presentation.xml');

/** A compound file, as older office programs write it, with one stream in its directory. */
export function buildCompoundFile(stream: string): Buffer {
  const file = Buffer.alloc(1536);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file);
  const entry = (at: number, { name, kind }: { name: string; kind: number }) => {
    const text = Buffer.from(`${name}\0`, 'utf16le');
    text.copy(file, at);
    file.writeUInt16LE(text.length, at + 64);
    file[at + 66] = kind;
  };
  entry(1024, { name: 'Root Entry', kind: 5 });
  entry(1152, { name: stream, kind: 2 });
  return file;
}

export const buildDoc = (): Buffer => buildCompoundFile('WordDocument');
export const buildPpt = (): Buffer => buildCompoundFile('PowerPoint Document');
export const buildTxt = (text = 'Bring the blue folder.\n'): Buffer => Buffer.from(text);

/** The form of an upload, as a browser sends it. */
export function buildUploadForm(
  file: { name: string; bytes: Buffer },
  fields: Record<string, string> = {},
  field = 'file',
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, new Blob([new Uint8Array(file.bytes)]), file.name);
  return form;
}

/** A PDF of a client, uploaded by a manager. */
export const uploadDocument = (
  api: Api,
  manager: string,
  { clientId, name = 'Care plan.pdf', bytes = buildPdf(), description = 'Signed in May' }: NewDocument,
) =>
  api.ok(manager, 'POST /api/clients/:id/documents', {
    params: { id: clientId },
    body: buildUploadForm({ name, bytes }, { description }),
  });

interface NewDocument {
  clientId: number;
  name?: string;
  bytes?: Buffer;
  description?: string;
}

/** Uploads a resource as a manager: a PDF for all employees by default. */
export const uploadResource = (
  api: Api,
  manager: string,
  { file = { name: 'Handbook.pdf', bytes: buildPdf('Handbook') }, ...fields }: NewResource = {},
) =>
  api.ok(manager, 'POST /api/business-resources/upload', {
    body: buildUploadForm(file, { title: 'Handbook', ...fields }),
  });

interface NewResource {
  file?: { name: string; bytes: Buffer };
  title?: string;
  description?: string;
  category?: string;
  accessLevel?: string;
}

/** Uploads a profile picture for the user of the token. */
export const uploadPicture = (api: Api, token: string, { name = 'me.png', bytes = buildPng(64) } = {}) =>
  api.ok(token, 'POST /api/profile/picture', {
    body: buildUploadForm({ name, bytes }, {}, 'profilePicture'),
  });
