/** Detects plain text without markup that a browser would execute. */

import type { FileReader } from './fileReader.ts';

/** Control characters of binary files. */
// oxlint-disable-next-line no-control-regex -- the pattern is about them
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;
/** The beginning of a web page, a drawing, or another text format. */
const MARKUP = /^\s*(<\?xml|<!doctype|<html|<svg|<script|<head|<body|<iframe|<!--|%PDF-|\{\\rtf|GIF8[79]a)/i;
const SCRIPT = /<(script|iframe|svg|object|embed)[\s>/]/i;

/** Accepts text in UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
export async function isPlainText(file: FileReader): Promise<boolean> {
  const mark = await file.read(0, 2);
  if (mark.equals(Buffer.from([0xff, 0xfe]))) return isTextIn(file, 'utf-16le');
  if (mark.equals(Buffer.from([0xfe, 0xff]))) return isTextIn(file, 'utf-16be');
  return (await isTextIn(file, 'utf-8')) || isTextIn(file, 'windows-1252');
}

async function isTextIn(file: FileReader, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let first = true;
  try {
    for await (const piece of file.chunks()) {
      const text = decoder.decode(piece, { stream: true });
      if (BINARY.test(text) || (first && (MARKUP.test(text) || SCRIPT.test(text.slice(0, 4096)))))
        return false;
      first = false;
    }
    decoder.decode();
    return true;
  } catch {
    // Another encoding: the decoder throws at the first invalid byte.
    return false;
  }
}
