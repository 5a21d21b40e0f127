import type { Settings } from './settings.ts';

/** The public address for links, without trailing slash. */
export const publicUrlOf = (settings: Pick<Settings, 'publicUrl' | 'port'>): string =>
  settings.publicUrl ?? `http://localhost:${settings.port}`;
