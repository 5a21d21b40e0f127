/** Reads the XML of a part of an XLSX file. */
import type { Readable } from 'node:stream';
// @ts-expect-error -- the package has no declarations
import { Parser as UntypedParser } from 'saxen';
import { detectEncoding } from './textEncoding.ts';

type Decode = (text: string) => string;
/** False for damaged attributes. */
type ReadAttributes = () => Record<string, string> | false;

/** What is used of the parser. */
interface XmlParser {
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'text', listener: (text: string, decode: Decode) => void): void;
  on(event: 'cdata', listener: (text: string) => void): void;
  on(event: 'closeTag', listener: (name: string) => void): void;
  on(
    event: 'openTag',
    listener: (name: string, readAttributes: ReadAttributes, decode: Decode) => void,
  ): void;
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
  parser.on('openTag', (name, readAttributes, decode) => {
    const attributes: XmlAttributes = {};
    // Of `x:r` and `r`, the one without a prefix wins.
    for (const [attribute, value] of Object.entries(readAttributes() || {}))
      if (attribute.includes(':')) attributes[withoutPrefix(attribute)] ??= decode(value);
      else attributes[attribute] = decode(value);
    onOpen(withoutPrefix(name), attributes);
  });
  if (onText) {
    parser.on('text', (text, decode) => onText(decode(normalizeLineEnds(text))));
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

/** `x:c` is `c`; `xmlns:x` is no attribute `x`. */
const withoutPrefix = (name: string): string => name.replace(/^(?!xmlns:)[^:]*:/, '');
