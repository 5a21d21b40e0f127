const LINE_FEED = 0x0a;

/**
 * Yields the lines of a text in UTF-8. Only a line feed ends one: `readline` also stops at U+2028 and U+2029, which JSON
 * may contain, and reads ahead without a limit. Each byte is searched and copied once, however long a line is.
 * @param most the largest number of bytes of a line @throws LineTooLong
 */
export async function* readLines(source: AsyncIterable<Buffer>, most = Infinity): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const append = (part: Buffer) => {
    bytes += part.length;
    if (bytes > most) throw new LineTooLong(most);
    parts.push(part);
  };
  const take = () => {
    const line = (parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)).toString();
    [parts, bytes] = [[], 0];
    return line;
  };
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      append(chunk.subarray(from, end));
      from = end + 1;
      yield take();
    }
    if (from < chunk.length) append(chunk.subarray(from));
  }
  if (bytes > 0) yield take();
}

/** A line has more bytes than allowed. */
export class LineTooLong extends Error {
  constructor(most: number) {
    super(`A line has more than ${most / 2 ** 20} MB`);
    this.name = 'LineTooLong';
  }
}
