/** Resources that several test projects share in a run. */

interface Holding {
  made: Promise<unknown>;
  holders: number;
}

// Each project loads its own copy of the setup modules, so the resources are on the global object.
const holdings: Map<string, Holding> = ((globalThis as Record<symbol, unknown>)[
  Symbol.for('quarterhour.tests')
] ??= new Map()) as Map<string, Holding>;

/**
 * Creates the resource on the first call and returns the same one on later calls.
 * @returns the resource, and `release`, which removes it when its last user has released it
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
