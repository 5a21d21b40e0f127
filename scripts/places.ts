/** Where files stand in the house, read from their paths. */
import { posix } from 'node:path';

/** Where a file stands in the house. `shared` is what both halves use: contracts and rules. */
export interface Place {
  zone: 'app' | 'feature' | 'platform' | 'outside';
  feature?: string;
  half: 'server' | 'web' | 'shared';
  file: string;
}

/** Where a path stands. */
export function placeOf(path: string): Place {
  const [, zone, ...rest] = path.split('/');
  if (!path.startsWith('src/')) return { zone: 'outside', half: 'shared', file: path };
  if (zone === 'features') {
    const [feature = '', ...inside] = rest;
    return { zone: 'feature', feature, half: halfOf(inside[0] ?? ''), file: inside.join('/') };
  }
  if (zone === 'platform') return { zone, half: halfOf(rest[0] ?? ''), file: rest.join('/') };
  return { zone: 'app', half: rest[0] === 'web' ? 'web' : 'server', file: rest.join('/') };
}

function halfOf(folder: string): Place['half'] {
  return folder === 'server' || folder === 'web' ? folder : 'shared';
}

const aliases: [string, string][] = ['app', 'features', 'platform'].map((zone) => [
  `#${zone}/`,
  `src/${zone}/`,
]);

/** The file that an import names, from the project root; undefined for a package. */
export function fileOf(importer: string, target: string): string | undefined {
  const [path = ''] = target.split('?');
  if (path.startsWith('.')) return posix.join(posix.dirname(importer), path);
  const [alias, folder] = aliases.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (alias !== undefined && folder !== undefined) return folder + path.slice(alias.length);
  return path.startsWith('#') ? path.slice(1) : undefined;
}

/** The files that may speak to the database. */
export function mayHoldSql(place: Place): boolean {
  if (place.zone === 'platform') return place.half === 'server';
  if (place.zone === 'app') return place.file === 'schema.ts';
  return /^server\/(\w+\/)?(tables|reads|actions|\w+Reads|\w+Actions)\.ts$/.test(place.file);
}
