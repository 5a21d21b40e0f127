/** Things made once for a whole test run, though several test projects set them up and tear them down. */

interface Holding {
  made: Promise<unknown>;
  holders: number;
}

// Each project loads its own copy of the set-up modules; the process-wide object is what they share.
const holdings: Map<string, Holding> = ((globalThis as Record<symbol, unknown>)[
  Symbol.for('quarterhour.tests')
] ??= new Map()) as Map<string, Holding>;

/**
 * Makes the thing for the first who asks and hands the same one to all others.
 * @returns the thing, and `release`, which clears it away when its last holder lets go
 */
export async function shareForRun<Thing>(
  name: string,
  make: () => Promise<Thing>,
  clear: (thing: Thing) => Promise<void>,
): Promise<{ thing: Thing; release: () => Promise<void> }> {
  const holding = holdings.get(name) ?? { made: make(), holders: 0 };
  holdings.set(name, holding);
  holding.holders += 1;
  const thing = (await holding.made) as Thing;
  return {
    thing,
    async release() {
      holding.holders -= 1;
      if (holding.holders > 0) return;
      holdings.delete(name);
      await clear(thing);
    },
  };
}
