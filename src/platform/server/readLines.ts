/**
 * Yields the lines of a text. Only a line feed ends one: `readline` also stops at U+2028 and U+2029, which JSON may
 * contain, and reads ahead without a limit.
 */
export async function* readLines(source: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
