/** Where files stand in the house, read from their paths. */

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

/** The files that may speak to the database. */
export function mayHoldSql(place: Place): boolean {
  if (place.zone === 'platform') return place.half === 'server';
  if (place.zone === 'app') return place.file === 'schema.ts';
  return /^server\/(tables|reads|service|\w+Reads|\w+Service)\.ts$/.test(place.file);
}
