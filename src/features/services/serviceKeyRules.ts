import { KEY_MAX } from '#features/services/contract.ts';

/** A key made from a name, which no other service has: `home-care`, `home-care-2`. */
export function toServiceKey(name: string, usedKeys: readonly string[]): string {
  const slug =
    name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, KEY_MAX)
      .replaceAll(/^-|-$/g, '') || 'service';
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const key = slug.slice(0, KEY_MAX - suffix.length) + suffix;
    if (!usedKeys.includes(key)) return key;
  }
}
