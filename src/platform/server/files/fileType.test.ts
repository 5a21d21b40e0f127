import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  compound,
  doc,
  docx,
  gif,
  jpeg,
  pdf,
  png,
  ppt,
  pptx,
  txt,
  xlsx,
  zip,
} from '#tests/support/factories/files.ts';
import { fileTypeOf } from './fileType.ts';
import type { Extension } from './fileType.ts';

const ALL: Extension[] = ['pdf', 'doc', 'docx', 'txt', 'xlsx', 'ppt', 'pptx', 'png', 'jpg', 'jpeg', 'gif'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'types-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function typeOf(name: string, bytes: Buffer, accepted = ALL): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return fileTypeOf(path, { name, accepted, field: 'file' });
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

test.each<[name: string, bytes: Buffer, type: string]>([
  ['plan.pdf', pdf(), 'application/pdf'],
  ['PLAN.PDF', pdf(), 'application/pdf'],
  ['old.doc', doc(), 'application/msword'],
  ['old.ppt', ppt(), 'application/vnd.ms-powerpoint'],
  ['new.docx', docx(), `${OPEN_XML}.wordprocessingml.document`],
  ['new.xlsx', xlsx(), `${OPEN_XML}.spreadsheetml.sheet`],
  ['new.pptx', pptx(), `${OPEN_XML}.presentationml.presentation`],
  ['photo.png', png(), 'image/png'],
  ['photo.jpg', jpeg(), 'image/jpeg'],
  ['photo.jpeg', jpeg(Buffer.from('a short film follows the picture')), 'image/jpeg'],
  ['dot.gif', gif(), 'image/gif'],
  ['note.txt', txt('Größe: 5 < 6 & 7 > 3\r\n'), 'text/plain'],
  ['note.txt', Buffer.from('Gr\u00f6\u00dfe', 'latin1'), 'text/plain'],
  ['note.txt', Buffer.from('\ufeffBring it', 'utf16le'), 'text/plain'],
  ['long.txt', txt('ä'.repeat(200_000)), 'text/plain'],
  ['big.png', png(700), 'image/png'],
])('%s is what it says', async (name, bytes, type) => {
  expect(await typeOf(name, bytes)).toBe(type);
});

const program = Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), Buffer.alloc(500)]);
const page = '<!DOCTYPE html><script>alert(1)</script>';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const tooMany = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`word/${index}`, 'x']));

test.each<[what: string, name: string, bytes: Buffer]>([
  ['a program as a PDF', 'bill.pdf', program],
  ['a program as text', 'bill.txt', program],
  ['a web page as text', 'page.txt', txt(page)],
  ['a web page behind blank lines', 'page.txt', txt(`\n\n  ${page}`)],
  ['a web page in UTF-16', 'page.txt', Buffer.from(`\ufeff${page}`, 'utf16le')],
  ['a drawing as a picture', 'drawing.png', txt(drawing)],
  ['a drawing as text', 'drawing.txt', txt(`<?xml version="1.0"?>${drawing}`)],
  ['a PDF as text', 'plan.txt', pdf()],
  ['a picture as another', 'photo.png', gif()],
  ['a script that begins like a GIF', 'dot.gif', txt('GIF89a=1;alert(1)//')],
  ['a script in a comment behind a GIF head', 'dot.gif', txt(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`)],
  ['a GIF with a page behind it', 'dot.gif', Buffer.concat([gif(), txt(page)])],
  ['half a GIF', 'dot.gif', gif().subarray(0, 30)],
  ['half a PNG', 'photo.png', png().subarray(0, 40)],
  ['a PNG with a page behind it', 'photo.png', Buffer.concat([png(), txt(page)])],
  ['a JPEG with an archive behind it', 'photo.jpg', jpeg(zip({ 'a.js': 'x' }))],
  ['a PDF with an archive behind it', 'plan.pdf', Buffer.concat([pdf(), zip({ 'a.js': 'x' })])],
  ['half a PDF', 'plan.pdf', pdf().subarray(0, 100)],
  ['an archive as a document', 'new.docx', zip({ 'a.txt': 'x' })],
  ['a spreadsheet as a document', 'new.docx', xlsx()],
  ['two documents in one', 'new.docx', docx({ 'xl/workbook.xml': '<main/>' })],
  ['a document with macros', 'new.docx', docx({ 'word/vbaProject.bin': 'x' })],
  ['a document that leads out of its folder', 'new.docx', docx({ '../../evil.txt': 'x' })],
  ['a document with too many parts', 'new.docx', docx(tooMany)],
  ['a broken document', 'new.docx', docx().subarray(0, 80)],
  ['an installer as a document', 'old.doc', compound('Property')],
  ['a slide show as a document', 'old.doc', ppt()],
  ['an empty picture', 'photo.jpg', Buffer.alloc(0)],
])('%s is refused', async (_, name, bytes) => {
  const ending = name.split('.').at(-1);
  const message = `The content of this file is not that of a .${ending} file.`;
  await expect(typeOf(name, bytes)).rejects.toMatchObject({
    status: 415,
    issues: [{ path: 'file', message }],
  });
});

test('an archive that unpacks to more than 200 MB is refused, whatever it weighs', async () => {
  const bytes = docx({ 'word/media.bin': 'x' });
  const name = Buffer.from('word/media.bin');
  const inDirectory = bytes.lastIndexOf(name) - 46;
  bytes.writeUInt32LE(201 * 1024 * 1024, inDirectory + 24);
  await expect(typeOf('new.docx', bytes)).rejects.toMatchObject({ status: 415 });
});

test.each(['plan.exe', 'plan.svg', 'plan.html', 'plan.zip', 'plan', 'plan.', 'constructor.constructor'])(
  '%s is of no type that is accepted',
  async (name) => {
    const message =
      'This type of file is not accepted. Accepted are pdf, doc, docx, txt, xlsx, ppt, pptx, png, jpg, jpeg and gif.';
    await expect(typeOf(name, pdf())).rejects.toMatchObject({ status: 415, message });
  },
);

test('a type that is known but not taken here is refused', async () => {
  await expect(typeOf('plan.pdf', pdf(), ['png'])).rejects.toMatchObject({
    message: 'This type of file is not accepted. Accepted are png.',
  });
});
