import { expect, test } from 'vitest';
import { LineTooLong, readLines } from './readLines.ts';

async function* inChunks(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

const linesOf = async (content: Buffer, size: number, most?: number) => {
  const lines: string[] = [];
  for await (const line of readLines(inChunks(content, size), most)) lines.push(line);
  return lines;
};

test.each([1, 2, 3, 7, 1000])('readLines splits at line feeds only, in chunks of %i bytes', async (size) => {
  const content = Buffer.from('{"a":"\u2028é😀"}\n\n\r\n last');
  expect(await linesOf(content, size)).toEqual(['{"a":"\u2028é😀"}', '', '\r', ' last']);
  expect(await linesOf(Buffer.from('one\n'), size)).toEqual(['one']);
  expect(await linesOf(Buffer.alloc(0), size)).toEqual([]);
});

test('readLines refuses a line that is longer than allowed, in bytes, before it is complete [16.archives.2]', async () => {
  const line = 'é'.repeat(50);
  expect(await linesOf(Buffer.from(`${line}\n${line}`), 7, 100)).toEqual([line, line]);
  let chunks = 0;
  async function* endless() {
    for (;;) {
      chunks += 1;
      yield Buffer.from('é');
    }
  }
  await expect(readLines(endless(), 100).next()).rejects.toThrow(LineTooLong);
  expect(chunks).toBe(51);
});

test('readLines reads a long line in linear time [16.archives.2]', { timeout: 5_000 }, async () => {
  // Joining what there is with each chunk would copy 256 GB.
  const content = Buffer.alloc(32 * 2 ** 20, 'x');
  expect((await linesOf(content, 2 ** 11)).map((line) => line.length)).toEqual([content.length]);
});
