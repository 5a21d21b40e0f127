/** Reads XML with the parser of read-excel-file and in its way, so that both find the same tags and attributes. */
import type { Readable } from 'node:stream';
// @ts-expect-error -- the package has no declarations
import { Parser as UntypedParser } from 'saxen';

type Decode = (text: string) => string;
/** False for damaged attributes. */
type ReadAttributes = () => Record<string, string> | false;

/** What is used of the parser. */
interface XmlParser {
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'text', listener: (text: string, decode: Decode) => void): void;
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
  /** The name is without its prefix. */
  onOpen(name: string, attributes: XmlAttributes): void;
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
    const attributes = readAttributes() || {};
    // In place, as the library does it: of `x:r` and `r`, the first wins in both.
    for (const [attribute] of Object.entries(attributes))
      attributes[withoutPrefix(attribute)] = decode(attributes[attribute] ?? '');
    onOpen(withoutPrefix(name), attributes);
  });
  parser.on('text', (text, decode) => onText?.(decode(text)));
  parser.on('closeTag', (name) => onClose?.(withoutPrefix(name)));
  const decoder = new TextDecoder();
  for await (const chunk of stream as AsyncIterable<Buffer>)
    parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode());
  parser.end();
}

/** The library reads `x:c` as `c`, whatever namespace `x` is; `xmlns:x` is no attribute `x`. */
const withoutPrefix = (name: string): string => name.replace(/^(?!xmlns:)[^:]*:/, '');
