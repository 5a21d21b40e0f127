/** The part of the XML parser that xmlTags.ts uses; the package has no declarations. */
declare module 'saxen' {
  type DecodeEntities = (text: string) => string;

  export class Parser {
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'text', listener: (text: string, decode: DecodeEntities) => void): this;
    on(event: 'closeTag', listener: (name: string) => void): this;
    on(
      event: 'openTag',
      listener: (
        name: string,
        /** False when the attributes are damaged. */
        readAttributes: () => Record<string, string> | false,
        decode: DecodeEntities,
      ) => void,
    ): this;
    write(xml: string): this;
    end(): void;
  }
}
