/** HarfBuzz's own programs hb-shape and hb-view, and poppler's pdftoppm. */

import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { readFont, type Direction, type ScriptFont } from '#platform/server/pdfText/scriptFont.ts';

const run = promisify(execFile);

/** Parts of texts that have one font and direction. */
export interface ShapedTexts {
  font: ScriptFont;
  direction: Direction;
  texts: readonly string[];
}

export interface Glyph {
  id: number;
  /** Units of the font. */
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** The glyphs of each text as hb-shape shapes it. @param folder for temporary files */
export async function shapeTexts(
  { font, direction, texts }: ShapedTexts,
  { program, folder }: { program: string; folder: string },
): Promise<Glyph[][]> {
  const textFile = join(folder, 'texts.txt');
  await writeFile(textFile, texts.join('\n'));
  const fontFile = await writeFont(font, folder);
  const options = ['--no-glyph-names', '--output-format=json', `--direction=${direction}`];
  const { stdout } = await run(program, [...options, `--text-file=${textFile}`, fontFile], {
    maxBuffer: 256 * 1024 * 1024,
  });
  const lines = stdout.trimEnd().split('\n');
  return lines.map((line) =>
    (JSON.parse(line) as { g: number; ax: number; dx: number; dy: number }[]).map(({ g, ax, dx, dy }) => ({
      id: g,
      xAdvance: ax,
      xOffset: dx,
      yOffset: dy,
    })),
  );
}

/** A text as hb-view draws it. @param size pixels to the em */
export async function viewText(
  { font, direction, text }: { font: ScriptFont; direction: Direction; text: string },
  { program, folder, size }: { program: string; folder: string; size: number },
): Promise<PNG> {
  const picture = join(folder, 'text.png');
  const options = [`--direction=${direction}`, `--font-size=${size}`, '--margin=40', '--output-format=png'];
  await run(program, [
    ...options,
    `--output-file=${picture}`,
    `--text=${text}`,
    await writeFont(font, folder),
  ]);
  return PNG.sync.read(await readFile(picture));
}

/** The pages of a PDF as pictures. */
export async function renderPages(
  content: Buffer,
  { program, folder, dpi }: { program: string; folder: string; dpi: number },
): Promise<PNG[]> {
  const path = join(folder, 'document.pdf');
  await writeFile(path, content);
  await run(program, ['-r', String(dpi), '-png', '-gray', path, join(folder, 'page')]);
  const names = (await readdir(folder)).filter((name) => name.startsWith('page')).toSorted();
  return Promise.all(names.map(async (name) => PNG.sync.read(await readFile(join(folder, name)))));
}

async function writeFont(font: ScriptFont, folder: string): Promise<string> {
  const path = join(folder, `${font.id}.ttf`);
  await writeFile(path, await readFont(font.file, 'regular'));
  return path;
}
