/** Signatures for the demonstration: a smooth line of pen strokes, different for each name and day. */
import { PNG } from 'pngjs';

const WIDTH = 400;
const HEIGHT = 128;

/** A PNG data URL with a drawn line; the same seed draws the same line. */
export function drawnSignature(seed: string): string {
  const png = new PNG({ width: WIDTH, height: HEIGHT });
  png.data.fill(255);
  const next = randomFrom(seed);
  const waves = Array.from({ length: 4 }, () => ({
    height: 6 + next() * 18,
    turns: 1 + next() * 7,
    phase: next() * 6,
  }));
  const lean = next() * 0.6;
  for (let step = 0; step <= 2600; step += 1) {
    const along = step / 2600;
    const x = 30 + along * (WIDTH - 60) + Math.sin(along * 60 + lean) * 9;
    const y = waves.reduce(
      (sum, wave) => sum + Math.sin(along * wave.turns * 6.3 + wave.phase) * wave.height * (1 - along / 2),
      64,
    );
    dot(png, x, Math.min(Math.max(y, 6), HEIGHT - 7));
  }
  // Unfiltered: choosing a filter for each line takes most of the time, and saves nothing on a drawn line.
  return `data:image/png;base64,${PNG.sync.write(png, { filterType: 0 }).toString('base64')}`;
}

function dot(png: PNG, x: number, y: number): void {
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const at = (WIDTH * (Math.floor(y) + dy) + Math.floor(x) + dx) * 4;
    png.data.set([22, 32, 40, 255], at);
  }
}

/** A small generator of numbers from 0 to 1 (mulberry32), so that each demonstration is the same. */
export function randomFrom(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
