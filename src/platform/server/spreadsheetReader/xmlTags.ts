/** Reads the XML of a part of an XLSX file. */

import type { Readable } from 'node:stream';
// @ts-expect-error -- the package has no declarations
import { Parser as UntypedParser } from 'saxen';
import { detectEncoding } from './textEncoding.ts';

/** False for damaged attributes. */
type ReadAttributes = () => Record<string, string> | false;

/** Part of the parser's interface that is used here. */
interface XmlParser {
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'text', listener: (text: string) => void): void;
  on(event: 'cdata', listener: (text: string) => void): void;
  on(event: 'closeTag', listener: (name: string) => void): void;
  on(event: 'openTag', listener: (name: string, readAttributes: ReadAttributes) => void): void;
  write(xml: string): void;
  end(): void;
}

const Parser = UntypedParser as new () => XmlParser;

/** By name, without the prefix. */
export type XmlAttributes = Partial<Record<string, string>>;

export interface XmlHandlers {
  /** The name is without its prefix, whatever namespace it has. */
  onOpen(name: string, attributes: XmlAttributes): void;
  /** A text arrives in pieces: between comments, and for CDATA sections. */
  onText?(text: string): void;
  onClose?(name: string): void;
}

/** Parses a stream to its end. @throws for damaged XML */
export async function parseXml(stream: Readable, { onOpen, onText, onClose }: XmlHandlers): Promise<void> {
  const parser = new Parser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('openTag', (name, readAttributes) => {
    const attributes: XmlAttributes = {};
    // Of `x:r` and `r`, the one without a prefix wins.
    for (const [attribute, value] of Object.entries(readAttributes() || {}))
      if (attribute.includes(':')) attributes[withoutPrefix(attribute)] ??= decodeReferences(value);
      else attributes[attribute] = decodeReferences(value);
    onOpen(withoutPrefix(name), attributes);
  });
  if (onText) {
    parser.on('text', (text) => onText(decodeReferences(normalizeLineEnds(text))));
    parser.on('cdata', (text) => onText(normalizeLineEnds(text)));
  }
  if (onClose) parser.on('closeTag', (name) => onClose(withoutPrefix(name)));
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // UTF-8 or, with a byte order mark, UTF-16 (XML 1.0, 4.3.3).
    decoder ??= new TextDecoder(detectEncoding(chunk), { fatal: true });
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.write(decoder?.decode() ?? '');
  parser.end();
}

/** XML 1.0, 2.11; the parser leaves it to its caller. A line end that is written as a reference stays. */
const normalizeLineEnds = (text: string): string =>
  text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;

const ENTITIES: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The parser's own function cuts characters beyond U+FFFF: it reads &#x20BB7; as U+0BB7. Unknown entities stay. */
const decodeReferences = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (reference, name: string) =>
        name.startsWith('#') ? toCharacter(name.slice(1)) : (ENTITIES[name] ?? reference),
      )
    : text;

const LAST_CODE_POINT = 0x10_ffff;

/** @param digits decimal, or hexadecimal behind an x */
function toCharacter(digits: string): string {
  const code = Number(/^x/i.test(digits) ? `0${digits}` : digits);
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '\uFFFD';
}

/** `x:c` is `c`; `xmlns:x` is no attribute `x`. */
const withoutPrefix = (name: string): string => name.replace(/^(?!xmlns:)[^:]*:/, '');
