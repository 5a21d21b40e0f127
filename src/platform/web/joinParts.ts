/** Fetches what follows the first part of a long answer and joins it; loaded when there is one. */
export async function joinParts(
  { body, link }: { body: unknown; link: string },
  fetchRest: (address: string) => Promise<unknown>,
): Promise<unknown> {
  const [, address = '', fields] = /<([^>]+)>;\s*rel="next"(?:;\s*fields="([^"]*)")?/.exec(link) ?? [];
  const rest = await fetchRest(address);
  if (fields === undefined) return [...(body as unknown[]), ...(rest as unknown[])];
  const [first, others] = [body as Record<string, unknown[]>, rest as Record<string, unknown[]>];
  const lists = fields.split(' ').map((name) => [name, [...(first[name] ?? []), ...(others[name] ?? [])]]);
  return { ...first, ...Object.fromEntries(lists) };
}
