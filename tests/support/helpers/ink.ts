/** Measures the dark pixels of a picture. */

import type { PNG } from 'pngjs';

export interface Ink {
  left: number;
  top: number;
  width: number;
  height: number;
  isDark: (x: number, y: number) => boolean;
}

/** Of 255. */
const DARK = 128;

const isDarkIn = (picture: PNG) => (x: number, y: number) =>
  x >= 0 && x < picture.width && (picture.data[(y * picture.width + x) * 4] ?? 255) < DARK;

/** The ink of each row of text right of a position, from the top; rows are apart by more pixels than a letter and its marks. */
export function listInkRows(picture: PNG, { left, gap }: { left: number; gap: number }): Ink[] {
  const isDark = isDarkIn(picture);
  const columns = Array.from({ length: picture.width - left }, (_, index) => left + index);
  const rows: { top: number; bottom: number }[] = [];
  for (let y = 0; y < picture.height; y += 1) {
    if (!columns.some((x) => isDark(x, y))) continue;
    const last = rows.at(-1);
    if (last && y - last.bottom <= gap) last.bottom = y;
    else rows.push({ top: y, bottom: y });
  }
  return rows.map(({ top, bottom }) => {
    const height = bottom - top + 1;
    const dark = columns.filter((x) => Array.from({ length: height }).some((_, dy) => isDark(x, top + dy)));
    const first = dark[0] ?? left;
    return { left: first, top, width: (dark.at(-1) ?? first) - first + 1, height, isDark };
  });
}

/** The share of dark pixels that both have at one place, 0 to 1, when they are moved by up to a pixel. */
export function compareInk(one: Ink, other: Ink): number {
  const moves = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ dx, dy })));
  return Math.max(...moves.map((move) => overlap(one, other, move)));
}

function overlap(one: Ink, other: Ink, { dx, dy }: { dx: number; dy: number }): number {
  let both = 0;
  let either = 0;
  for (let y = -2; y < Math.max(one.height, other.height) + 2; y += 1)
    for (let x = -2; x < Math.max(one.width, other.width) + 2; x += 1) {
      const [first, second] = [isDarkAt(one, x, y), isDarkAt(other, x + dx, y + dy)];
      if (first && second) both += 1;
      if (first || second) either += 1;
    }
  return either === 0 ? 0 : both / either;
}

const isDarkAt = ({ left, top, width, height, isDark }: Ink, x: number, y: number): boolean =>
  x >= 0 && x < width && y >= 0 && y < height && isDark(left + x, top + y);
