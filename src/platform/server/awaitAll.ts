type AwaitedAll<Promises> = { [Name in keyof Promises]: Awaited<Promises[Name]> };

/**
 * Awaits promises by name. An object literal starts them in the order of its lines, so that locks are taken in that order.
 * @throws the first rejection, as `Promise.all`
 */
export async function awaitAll<Promises extends Record<string, unknown>>(
  promises: Promises,
): Promise<AwaitedAll<Promises>> {
  const names = Object.keys(promises);
  const values = await Promise.all(Object.values(promises));
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as AwaitedAll<Promises>;
}
