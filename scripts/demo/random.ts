/** Creates a generator of numbers from 0 to 1 (mulberry32), so that every demo is the same. */
export function createRandom(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks an element by a random number from 0 to 1. */
export function pick<T>(from: readonly T[], random: number): T {
  const element = from[Math.floor(random * from.length)];
  if (element === undefined) throw new Error('The list is empty');
  return element;
}
