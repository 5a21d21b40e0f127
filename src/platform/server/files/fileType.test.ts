import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildCompoundFile,
  buildDoc,
  buildDocx,
  buildGif,
  buildJpeg,
  buildPdf,
  buildPng,
  buildPpt,
  buildPptx,
  buildTxt,
  buildXlsx,
  buildZip,
} from '#tests/support/factories/files.ts';
import { fileTypeOf, type Extension } from './fileType.ts';

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
  ['plan.pdf', buildPdf(), 'application/pdf'],
  ['PLAN.PDF', buildPdf(), 'application/pdf'],
  ['old.doc', buildDoc(), 'application/msword'],
  ['old.ppt', buildPpt(), 'application/vnd.ms-powerpoint'],
  ['new.docx', buildDocx(), `${OPEN_XML}.wordprocessingml.document`],
  ['new.xlsx', buildXlsx(), `${OPEN_XML}.spreadsheetml.sheet`],
  ['new.pptx', buildPptx(), `${OPEN_XML}.presentationml.presentation`],
  ['photo.png', buildPng(), 'image/png'],
  ['photo.jpg', buildJpeg(), 'image/jpeg'],
  ['photo.jpeg', buildJpeg(Buffer.from('a short film follows the picture')), 'image/jpeg'],
  ['dot.gif', buildGif(), 'image/gif'],
  ['note.txt', buildTxt('Größe: 5 < 6 & 7 > 3\r\n'), 'text/plain'],
  ['note.txt', Buffer.from('Gr\u00f6\u00dfe', 'latin1'), 'text/plain'],
  ['note.txt', Buffer.from('\ufeffBring it', 'utf16le'), 'text/plain'],
  ['long.txt', buildTxt('ä'.repeat(200_000)), 'text/plain'],
  ['big.png', buildPng(700), 'image/png'],
])('%s matches the type of its name [5.resource.6 10.6.5 S-24]', async (name, bytes, type) => {
  expect(await typeOf(name, bytes)).toBe(type);
});

const program = Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), Buffer.alloc(500)]);
const page = '<!DOCTYPE html><script>alert(1)</script>';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const tooMany = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`word/${index}`, 'x']));

test.each<[what: string, name: string, bytes: Buffer]>([
  ['a program as a PDF', 'bill.pdf', program],
  ['a program as text', 'bill.txt', program],
  ['a web page as text', 'page.txt', buildTxt(page)],
  ['a web page behind blank lines', 'page.txt', buildTxt(`\n\n  ${page}`)],
  ['a web page in UTF-16', 'page.txt', Buffer.from(`\ufeff${page}`, 'utf16le')],
  ['a drawing as a picture', 'drawing.png', buildTxt(drawing)],
  ['a drawing as text', 'drawing.txt', buildTxt(`<?xml version="1.0"?>${drawing}`)],
  ['a PDF as text', 'plan.txt', buildPdf()],
  ['a picture as another', 'photo.png', buildGif()],
  ['a script that begins like a GIF', 'dot.gif', buildTxt('GIF89a=1;alert(1)//')],
  ['a script in a comment behind a GIF head', 'dot.gif', buildTxt(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`)],
  ['a GIF with a page behind it', 'dot.gif', Buffer.concat([buildGif(), buildTxt(page)])],
  ['half a GIF', 'dot.gif', buildGif().subarray(0, 30)],
  ['half a PNG', 'photo.png', buildPng().subarray(0, 40)],
  ['a PNG with a page behind it', 'photo.png', Buffer.concat([buildPng(), buildTxt(page)])],
  ['a JPEG with an archive behind it', 'photo.jpg', buildJpeg(buildZip({ 'a.js': 'x' }))],
  ['a PDF with an archive behind it', 'plan.pdf', Buffer.concat([buildPdf(), buildZip({ 'a.js': 'x' })])],
  ['half a PDF', 'plan.pdf', buildPdf().subarray(0, 100)],
  ['an archive as a document', 'new.docx', buildZip({ 'a.txt': 'x' })],
  ['a spreadsheet as a document', 'new.docx', buildXlsx()],
  ['two documents in one', 'new.docx', buildDocx({ 'xl/workbook.xml': '<main/>' })],
  ['a document with macros', 'new.docx', buildDocx({ 'word/vbaProject.bin': 'x' })],
  ['a document that leads out of its folder', 'new.docx', buildDocx({ '../../evil.txt': 'x' })],
  ['a document with too many parts', 'new.docx', buildDocx(tooMany)],
  ['a broken document', 'new.docx', buildDocx().subarray(0, 80)],
  ['an installer as a document', 'old.doc', buildCompoundFile('Property')],
  ['a slide show as a document', 'old.doc', buildPpt()],
  ['an empty picture', 'photo.jpg', Buffer.alloc(0)],
])('rejects %s with 415 [S-24]', async (_, name, bytes) => {
  const ending = name.split('.').at(-1);
  const message = `The content of this file does not match its extension (.${ending}).`;
  await expect(typeOf(name, bytes)).rejects.toMatchObject({
    status: 415,
    issues: [{ path: 'file', message }],
  });
});

test('rejects an archive that unpacks to more than 200 MB with 415 [T19]', async () => {
  const bytes = buildDocx({ 'word/media.bin': 'x' });
  const name = Buffer.from('word/media.bin');
  const inDirectory = bytes.lastIndexOf(name) - 46;
  bytes.writeUInt32LE(201 * 1024 * 1024, inDirectory + 24);
  await expect(typeOf('new.docx', bytes)).rejects.toMatchObject({ status: 415 });
});

test.each(['plan.exe', 'plan.svg', 'plan.html', 'plan.zip', 'plan', 'plan.', 'constructor.constructor'])(
  'rejects the extension of %s with 415 [5.resource.6]',
  async (name) => {
    const message =
      'This file type is not accepted. Use pdf, doc, docx, txt, xlsx, ppt, pptx, png, jpg, jpeg or gif.';
    await expect(typeOf(name, buildPdf())).rejects.toMatchObject({ status: 415, message });
  },
);

test('rejects a known type that the endpoint does not accept', async () => {
  await expect(typeOf('plan.pdf', buildPdf(), ['png'])).rejects.toMatchObject({
    message: 'This file type is not accepted. Use png.',
  });
});
